import { addTemplate, changeTemplate, deleteTemplate } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../testing/test-system.ts';
import { UNCHECKED_MS } from './compiled-templates.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start(2);
});
afterAll(() => system.stop());

const settings = { allow_public: true };

/** Enough renders that both replicas have answered some. */
async function everywhere(name: string): Promise<string[]> {
  const replies = await Promise.all(Array.from({ length: 24 }, () => system.render(name, { caller: as.nobody() })));
  return [...new Set(replies.map(({ body }) => body))];
}

describe('a change', () => {
  it('is what every replica renders once it was answered', async () => {
    await system.call(addTemplate, { id: 'seen', data: '0', settings });
    for (let round = 1; round <= 20; round += 1) {
      await everywhere('seen');
      await system.call(changeTemplate, { id: 'seen', data: String(round) });
      expect(await everywhere('seen')).toEqual([String(round)]);
    }
  });

  it('is answered at once where all replicas confirm it', async () => {
    await system.call(addTemplate, { id: 'fast', data: '0', settings });
    const durationsMs: number[] = [];
    for (let change = 1; change <= 5; change += 1) {
      const startedAt = performance.now();
      await system.call(changeTemplate, { id: 'fast', data: String(change) });
      durationsMs.push(performance.now() - startedAt);
    }
    // Nothing but waiting takes so long each time.
    expect(Math.min(...durationsMs)).toBeLessThan(UNCHECKED_MS);
  });

  it('reaches templates that include it', async () => {
    await system.call(addTemplate, { id: 'part', data: 'old', settings });
    await system.call(addTemplate, { id: 'outer', data: '<{{ INCLUDE part }}>', settings });
    expect(await everywhere('outer')).toEqual(['<old>']);
    await system.call(changeTemplate, { id: 'part', data: 'new' });
    expect(await everywhere('outer')).toEqual(['<new>']);
  });

  it('of the settings counts too, and so does a deletion', async () => {
    await system.call(addTemplate, { id: 'gone', data: 'x', settings });
    expect(await everywhere('gone')).toEqual(['x']);
    await system.call(changeTemplate, { id: 'gone', settings: {} });
    await expect(everywhere('gone')).rejects.toMatchObject({ status: 400 });
    await system.call(deleteTemplate, { id: 'gone' });
    await expect(everywhere('gone')).rejects.toMatchObject({ status: 404 });
  });

  it('waits until a silent replica must have looked, and then no longer counts on it', async () => {
    const third = await system.addRenderer();
    await system.call(addTemplate, { id: 'silent', data: '0', settings });
    await everywhere('silent');
    // A replica that dies without a word: its connection is gone before it could say goodbye.
    system.renderers.splice(system.renderers.indexOf(third), 1);
    await third.bus.drain();
    const startedAt = performance.now();
    await system.call(changeTemplate, { id: 'silent', data: '1' });
    expect(performance.now() - startedAt).toBeGreaterThan(UNCHECKED_MS * 0.9);
    expect(await everywhere('silent')).toEqual(['1']);
    await third.stop().catch(() => {});
  });
});
