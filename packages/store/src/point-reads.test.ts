import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropTestStore, openTestStore } from './open-test-store.ts';
import { batchedFindByIds } from './point-reads.ts';
import type { Store } from './store.ts';

interface Thing {
  readonly _id: number;
  readonly name?: string;
  readonly tombstone?: string;
}

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  await store.collection<Thing>('things').insertMany([
    { _id: 1, name: 'one' },
    { _id: 2, name: 'two' },
    { _id: 3, tombstone: 'grave' },
  ]);
});
afterAll(() => dropTestStore(store));

describe('batchedFindByIds', () => {
  it('reads what is asked in one tick by one query, and keeps nothing', async () => {
    const collection = store.collection<Thing>('things');
    const filters: unknown[] = [];
    const counting = new Proxy(collection, {
      get: (target, name) => {
        if (name !== 'find') return Reflect.get(target, name, target) as unknown;
        return (filter: object, options: object) => {
          filters.push(filter);
          return target.find(filter, options);
        };
      },
    });
    const read = batchedFindByIds(counting, { name: 1 });
    expect(await Promise.all([1, 2, 2, 3, 4].map(read))).toEqual([
      { _id: 1, name: 'one' },
      { _id: 2, name: 'two' },
      { _id: 2, name: 'two' },
      undefined,
      undefined,
    ]);
    expect(await read(1)).toEqual({ _id: 1, name: 'one' });
    expect(filters).toEqual([{ _id: { $in: [1, 2, 3, 4] } }, { _id: 1 }]);
  });

  it('reads more than fit into one query', async () => {
    const read = batchedFindByIds(store.collection<Thing>('things'));
    const found = await Promise.all(Array.from({ length: 2500 }, (_, id) => read(id)));
    expect(found.filter((one) => one !== undefined)).toHaveLength(2);
  });

  it('passes a failure to all who asked', async () => {
    const gone = await openTestStore();
    const read = batchedFindByIds(gone.collection<Thing>('things'));
    await dropTestStore(gone);
    const results = await Promise.allSettled([read(1), read(2)]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  });
});
