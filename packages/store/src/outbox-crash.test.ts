import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { StoredEvent } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropTestStore, openTestStore, silentLog } from './open-test-store.ts';
import { Outbox } from './outbox.ts';
import { OUTBOX_INDEXES, type OutboxDocument } from './outbox-entry.ts';
import type { Store } from './store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  await store.ensureIndexes([{ collection: 'things', indexes: OUTBOX_INDEXES }]);
});
afterAll(() => dropTestStore(store));

describe('a process killed while it changes and settles', () => {
  it('loses no event of an acknowledged change and stores none twice', async () => {
    const child = fork(new URL('./crashing-writer.ts', import.meta.url), [store.database.databaseName], {
      execArgv: ['--conditions=source'],
    });
    const acknowledged: number[] = [];
    const published = new Set<string>();
    child.on('message', (message: { changed?: number; published?: string }) => {
      if (message.changed !== undefined) acknowledged.push(message.changed);
      if (message.published !== undefined) published.add(message.published);
    });
    await expect.poll(() => Math.min(acknowledged.length, published.size)).toBeGreaterThan(50);
    const things = store.collection<OutboxDocument>('things');
    // Killed while it stands still with something left to do.
    const leftWhenStopped = async () => {
      child.kill('SIGSTOP');
      const left = await things.countDocuments({ 'outbox.0': { $exists: true } });
      if (left === 0) child.kill('SIGCONT');
      return left;
    };
    await expect.poll(leftWhenStopped).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const swept = new Outbox({
      store,
      owner: 'user',
      log: silentLog,
      publish: async (events: readonly StoredEvent[]) => {
        for (const event of events) published.add(event.id);
      },
    });
    const unsettled = () => store.collection('things').countDocuments({ 'outbox.0': { $exists: true } });
    // What the process had sent before its end may still arrive.
    await expect.poll(async () => (await swept.sweep(['things'], 0)) + (await unsettled())).toBe(0);
    const stored = (await swept.events.after(0, 100_000)).map((event) => event.id);
    expect(new Set(stored).size).toBe(stored.length);
    for (const id of acknowledged) {
      expect(stored).toContain(`e${id}`);
      expect(published).toContain(`e${id}`);
    }
  });
});
