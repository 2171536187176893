import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionOf } from './connection.ts';
import { openStore } from './open-store.ts';
import { dropTestStore, openTestStore, siblingOf, silentLog } from './open-test-store.ts';
import type { Store } from './store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => dropTestStore(store));

describe('connectionOf', () => {
  it.each([
    ['mongodb://h:1', true, 'countinghouse'],
    ['mongodb://u:p%40@h:1/shop?retryWrites=true', true, 'shop'],
    ['mongodb://a:1,b:2/shop', undefined, 'shop'],
    ['mongodb://a:1/shop?replicaSet=r', undefined, 'shop'],
    ['mongodb://a:1/?directConnection=false', undefined, 'countinghouse'],
    ['mongodb+srv://cluster.example.com/shop', undefined, 'shop'],
  ])('%s', (url, directConnection, database) => {
    expect(connectionOf(url)).toEqual({ directConnection, database });
  });

  it('refuses what is no connection string without repeating it', () => {
    expect(() => connectionOf('http://u:secret@h')).toThrow(/^(?!.*secret).*MONGODB_URL/);
    expect(() => connectionOf('mongodb://h/a%20b')).toThrow('database name');
  });
});

describe('openStore', () => {
  it('gives up at its deadline', async () => {
    const url = 'mongodb://127.0.0.1:9/';
    await expect(openStore({ url, database: 'x', appName: 'x', log: silentLog, waitMs: 300 })).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  it('writes with the majority and the journal', () => {
    expect(store.database.writeConcern).toMatchObject({ w: 'majority', journal: true });
  });

  it('pings', async () => {
    await store.ping();
  });
});

describe('ids', () => {
  it('are integers in a row, also under concurrency and from several processes', async () => {
    const other = await siblingOf(store);
    const ids = await Promise.all(Array.from({ length: 300 }, (_, index) => (index % 2 ? store : other).nextId('a')));
    await other.close();
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    expect(await store.nextIds('a', 3)).toEqual([301, 302, 303]);
    expect(await store.nextIds('a', 0)).toEqual([]);
  });

  it('skip those that callers chose, which never move the counter', async () => {
    const build = (_id: number) => ({ _id, name: 'x' });
    expect((await store.insertWithId('chosen', build))._id).toBe(1);
    const chosen = Array.from({ length: 300 }, (_, index) => ({ _id: index + 2 }));
    await store.collection<{ _id: number }>('chosen').insertMany([...chosen, { _id: 1_000_000 }]);
    expect((await store.insertWithId('chosen', build))._id).toBe(302);
    expect((await store.insertWithId('chosen', build))._id).toBe(303);
  });

  it('are all different when many insert past chosen ones at once', async () => {
    await store.collection<{ _id: number }>('rush').insertMany([{ _id: 5 }, { _id: 6 }, { _id: 20 }]);
    const rows = await Promise.all(
      Array.from({ length: 50 }, () => store.insertWithId('rush', (_id) => ({ _id, name: 'x' }))),
    );
    expect(new Set(rows.map((row) => row._id)).size).toBe(50);
  });

  it('leave a duplicate of another key to the caller', async () => {
    await store.ensureIndexes([{ collection: 'unique', indexes: [{ key: { name: 1 }, unique: true }] }]);
    await store.insertWithId('unique', (_id) => ({ _id, name: 'x' }));
    await expect(store.insertWithId('unique', (_id) => ({ _id, name: 'x' }))).rejects.toMatchObject({ code: 11000 });
    expect(await store.collection('unique').countDocuments()).toBe(1);
  });
});

describe('insert', () => {
  interface Named {
    readonly _id: number;
    readonly name: string;
  }

  it('takes a unique value that an update gave up, and none that somebody has', async () => {
    await store.ensureIndexes([{ collection: 'named', indexes: [{ key: { name: 1 }, unique: true, sparse: true }] }]);
    const named = store.collection<Named>('named');
    await store.insert<Named>('named', { _id: 1, name: 'old' });
    await named.updateOne({ _id: 1 }, { $set: { name: 'new' } });
    await expect(store.insert<Named>('named', { _id: 2, name: 'new' })).rejects.toMatchObject({ code: 11000 });
    await expect(store.insert<Named>('named', { _id: 1, name: 'other' })).rejects.toMatchObject({ code: 11000 });
    await store.insert<Named>('named', { _id: 2, name: 'old' });
    await expect(store.insert<Named>('named', { _id: 3, name: 'old' })).rejects.toMatchObject({ code: 11000 });
    expect(await named.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, name: 'new' },
      { _id: 2, name: 'old' },
    ]);
  });

  it('does so for lists of unique values as well', async () => {
    interface Listed {
      readonly _id: number;
      readonly names: readonly string[];
    }
    await store.ensureIndexes([{ collection: 'listed', indexes: [{ key: { names: 1 }, unique: true, sparse: true }] }]);
    await store.insert<Listed>('listed', { _id: 1, names: ['a', 'b'] });
    await expect(store.insert<Listed>('listed', { _id: 2, names: ['c', 'b'] })).rejects.toMatchObject({ code: 11000 });
    await store.collection<Listed>('listed').updateOne({ _id: 1 }, { $set: { names: ['a'] } });
    await store.insert<Listed>('listed', { _id: 2, names: ['c', 'b'] });
    expect(await store.collection('listed').countDocuments()).toBe(2);
  });

  it('gives a value that was given up to one of many', async () => {
    await store.ensureIndexes([{ collection: 'raced', indexes: [{ key: { name: 1 }, unique: true, sparse: true }] }]);
    await store.insert<Named>('raced', { _id: 1, name: 'old' });
    await store.collection<Named>('raced').updateOne({ _id: 1 }, { $set: { name: 'new' } });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => store.insertWithId<Named>('raced', (_id) => ({ _id, name: 'old' }))),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await store.collection('raced').countDocuments()).toBe(2);
  });
});
