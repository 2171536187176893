import { afterEach, describe, expect, it, vi } from 'vitest';
import { callOptions, connectBus, randomPrefix } from '../test/connect-bus.ts';
import { allRows, batches, blob, echo, list } from '../test/operations.ts';
import { FaultInjector, parseFaultPlan } from './faults.ts';

afterEach(() => vi.unstubAllEnvs());

describe('a fault plan', () => {
  it('is read from text', () => {
    expect(parseFaultPlan('seed=1, drop=0.01,duplicate=0.02,delayMsMax=50')).toEqual({
      seed: 1,
      drop: 0.01,
      duplicate: 0.02,
      delayMsMax: 50,
    });
    expect(parseFaultPlan(undefined)).toBeUndefined();
    expect(parseFaultPlan(' ')).toBeUndefined();
  });

  it.each([
    ['drop=2', 'BUS_FAULTS: drop must be a number from 0 to 1'],
    ['drop=', 'BUS_FAULTS: drop must be a number from 0 to 1'],
    ['delayMsMax=-1', 'BUS_FAULTS: delayMsMax must be a number of at least 0'],
    ['loss=1', 'BUS_FAULTS: unknown setting loss; expected seed, drop, duplicate, delayMsMax'],
  ])('%s is refused', (text, message) => {
    expect(() => parseFaultPlan(text)).toThrow(message);
  });

  it('is refused in production', () => {
    vi.stubEnv('NODE_ENV', 'production');
    expect(() => parseFaultPlan('drop=0.1')).toThrow('refused in production');
  });

  it('does the same for the same seed', () => {
    const plan = { seed: 7, drop: 0.2, duplicate: 0.2, delayMsMax: 50 };
    const run = (seed: number): unknown => {
      const injector = new FaultInjector({ ...plan, seed });
      return Array.from({ length: 1_000 }, () => injector.copies());
    };
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
  });
});

it('a lossy bus loses no call whose request or answer is lost once, and delivers large ones whole', async () => {
  const prefix = randomPrefix();
  const faults = 'seed=3,drop=0.02,duplicate=0.1,delayMsMax=20';
  const caller = await connectBus({ prefix, faults, repeatOnSilence: { afterMs: 400 } });
  const owner = await connectBus({ prefix, faults });
  await owner.serve('user', [
    { operation: echo, handle: async (args) => args },
    { operation: blob, handle: async (args) => ({ body: 'x'.repeat((args as { length: number }).length) }) },
    {
      operation: list,
      handle: async (args) => {
        const { count } = args as { count: number };
        return { rows: batches(count), total: count, limit: 0, offset: 0 };
      },
    },
  ]);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 300 }, (_, index) =>
      caller.call(echo, { text: `${index}` }, callOptions({ deadlineAt: Date.now() + 12_000 })),
    ),
  );
  const answered = outcomes.filter((outcome) => outcome.status === 'fulfilled');
  expect(answered.length).toBeGreaterThanOrEqual(290);
  for (const [index, outcome] of outcomes.entries())
    if (outcome.status === 'fulfilled') expect(outcome.value).toEqual({ text: `${index}` });
  expect(caller.stats().repeated).toBeGreaterThan(0);

  const reply = await caller.call(blob, { length: 5_000_000 }, callOptions({ deadlineAt: Date.now() + 30_000 }));
  expect(reply.body.length).toBe(5_000_000);
  const { rows } = await caller.call(list, { count: 20_000 }, callOptions());
  const ids = (await allRows(rows)).map((row) => row.id);
  expect(ids).toEqual(Array.from({ length: 20_000 }, (_, index) => index));
  await caller.drain();
  await owner.drain();
});
