import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropTestStore, openTestStore } from './open-test-store.ts';
import type { Store } from './store.ts';
import { updateEach } from './update-each.ts';

interface Thing {
  readonly _id: number;
  readonly seq: number;
  readonly name?: string | null;
  readonly items?: readonly number[];
}

let store: Store;
const things = () => store.collection<Thing>('things');
const all = () => things().find().sort({ _id: 1 }).toArray();

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => dropTestStore(store));
beforeEach(async () => {
  await things().deleteMany({});
  await things().insertMany([1, 2, 3].map((_id) => ({ _id, seq: _id, name: `thing ${_id}`, items: [1, 2, 3] })));
});

describe('updateEach', () => {
  it('writes to each document what is its own, whatever the text looks like', async () => {
    const at = new Date(0);
    const changes = [
      { _id: 1, set: { name: '$seq', at } },
      { _id: 3, set: { name: '$$ROOT', more: { 'a.b': [{ $x: 1 }] } } },
      { _id: 9, set: { name: 'nobody' } },
    ];
    expect(await updateEach(things(), changes)).toMatchObject({ matchedCount: 2, modifiedCount: 2 });
    expect(await all()).toEqual([
      { _id: 1, seq: 1, name: '$seq', items: [1, 2, 3], at },
      { _id: 2, seq: 2, name: 'thing 2', items: [1, 2, 3] },
      { _id: 3, seq: 3, name: '$$ROOT', items: [1, 2, 3], more: { 'a.b': [{ $x: 1 }] } },
    ]);
  });

  it('leaves documents alone whose condition is false', async () => {
    const changes = [1, 2, 3].map((_id) => ({ _id, seq: 2, set: { name: 'new' } }));
    const where = { $lte: ['$seq', '$$own.seq'] };
    expect(await updateEach(things(), changes, { where })).toMatchObject({ matchedCount: 3, modifiedCount: 2 });
    expect((await all()).map(({ name }) => name)).toEqual(['new', 'new', 'thing 3']);
    expect(await updateEach(things(), [changes[2] as (typeof changes)[0]], { where })).toMatchObject({
      modifiedCount: 0,
    });
  });

  it('makes of a document what an expression says, and drops what became null', async () => {
    const without = { $filter: { input: '$items', cond: { $not: [{ $in: ['$$this', '$$own.items'] }] } } };
    const to = { $mergeObjects: ['$$ROOT', { items: without, name: null }] };
    await updateEach(
      things(),
      [
        { _id: 1, items: [2] },
        { _id: 2, items: [1, 3] },
      ],
      { to, dropNulls: ['name'] },
    );
    expect(await all()).toEqual([
      { _id: 1, seq: 1, items: [1, 3] },
      { _id: 2, seq: 2, items: [2] },
      { _id: 3, seq: 3, name: 'thing 3', items: [1, 2, 3] },
    ]);
  });

  it('has one winner for each document where several write at once', async () => {
    const write = () =>
      updateEach(
        things(),
        [3, 1, 2].map((_id) => ({ _id, seq: _id, set: { seq: 10 + _id } })),
        { where: { $eq: ['$seq', '$$own.seq'] } },
      );
    const results = await Promise.all(Array.from({ length: 20 }, write));
    expect(results.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0)).toBe(3);
    expect((await all()).map(({ seq }) => seq)).toEqual([11, 12, 13]);
  });

  it('writes nothing for nobody, and refuses an id that comes twice', async () => {
    expect(await updateEach(things(), [])).toEqual({ matchedCount: 0, modifiedCount: 0 });
    await expect(
      updateEach(things(), [
        { _id: 1, set: {} },
        { _id: 1, set: {} },
      ]),
    ).rejects.toThrow(RangeError);
  });
});
