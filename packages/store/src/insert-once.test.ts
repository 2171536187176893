import { afterAll, beforeAll, expect, test } from 'vitest';
import { CREATED_KEY_INDEX, insertOnce } from './insert-once.ts';
import { dropTestStore, openTestStore } from './open-test-store.ts';
import type { Store } from './store.ts';

const THINGS = 'things';

interface Thing {
  readonly _id: number;
  readonly name: string;
  readonly created_key: string;
}

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  await store.ensureIndexes([
    { collection: THINGS, indexes: [CREATED_KEY_INDEX, { key: { name: 1 }, unique: true, sparse: true }] },
  ]);
});
afterAll(() => dropTestStore(store));

function add(key: string, name: string): Promise<Thing> {
  return insertOnce(store.collection<Thing>(THINGS), key, (created) =>
    store.insertWithId<Thing>(THINGS, (_id) => ({ _id, name, ...created })),
  );
}

test('many who carry out one request insert one document', async () => {
  const added = await Promise.all(Array.from({ length: 20 }, () => add('request:1', 'one')));
  expect(new Set(added.map(({ _id }) => _id)).size).toBe(1);
  expect(await store.collection(THINGS).countDocuments({ name: 'one' })).toBe(1);
});

test('other requests insert their own, and a duplicate of another request is thrown', async () => {
  const first = await add('request:2', 'two');
  expect((await add('request:3', 'three'))._id).not.toBe(first._id);
  await expect(add('request:4', 'two')).rejects.toMatchObject({ code: 11000 });
});
