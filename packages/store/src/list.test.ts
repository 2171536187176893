import type { JsonObject } from '@countinghouse/contracts';
import { type Collection, type Document, MongoClient, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { list, mapRows } from './list.ts';
import { type ListQueryOptions, listQuery } from './list-query.ts';
import { dropTestStore, openTestStore } from './open-test-store.ts';
import { rowCodec } from './row-codec.ts';
import type { Store } from './store.ts';
import { things } from './test-resource.ts';

const codec = rowCodec(things);
const ROWS = [
  {
    thing_id: 1,
    user_id: 1,
    name: 'Alpha',
    login: 'alpha',
    money: 100,
    created: '2014-10-01 00:00:00',
    settings: { a: { b: 5 }, kind: 'vpn' },
  },
  {
    thing_id: 2,
    user_id: 1,
    name: 'alp.a',
    login: 'beta',
    money: 12.34,
    status: 'BLOCK',
    block: 1,
    created: '2014-12-31 23:59:59',
    settings: { kind: 'Web', flag: true },
  },
  {
    thing_id: 3,
    user_id: 2,
    name: 'a%b',
    login: null,
    money: null,
    period: 0.07,
    created: '2015-01-01 00:00:00',
    settings: null,
  },
  {
    thing_id: 4,
    user_id: 2,
    name: 'line\nbreak',
    money: -5.05,
    status: 'NOT PAID',
    created: null,
    quantity: 1.5,
    settings: ['x', 1],
  },
  {
    thing_id: 12,
    user_id: 3,
    name: 'Имя',
    login: '@123',
    money: 0,
    period: 1.15,
    created: '2019-04-01 01:00:00',
    settings: { n: '7', deep: { er: { x: 'Yes' } } },
  },
] as const;

let store: Store;
let collection: Collection<Document>;

beforeAll(async () => {
  store = await openTestStore();
  collection = store.collection('things');
  await collection.insertMany(ROWS.map((row) => codec.encodeNew(row as never)));
});
afterAll(() => dropTestStore(store));

type Arguments = Parameters<typeof listQuery>[1];

async function rowsOf(args: Arguments, options: Partial<ListQueryOptions> = {}) {
  const reply = await list(collection, codec, listQuery(things, args, { isAdmin: true, ...options }));
  if (!Array.isArray(reply.rows)) throw new Error('expected an array');
  return { ...reply, rows: reply.rows };
}

async function idsOf(filter: JsonObject, options: Partial<ListQueryOptions> = {}) {
  const { rows, total } = await rowsOf({ filter, sort_direction: 'asc' }, options);
  expect(total).toBe(rows.length);
  return rows.map((row) => row.thing_id);
}

describe('filters on numbers', () => {
  it.each<[JsonObject, number[]]>([
    [{ thing_id: 2 }, [2]],
    [{ thing_id: '%2%' }, [2]],
    [{ thing_id: '12%' }, [12]],
    [{ thing_id: 'q' }, []],
    [{ thing_id: '' }, []],
    [{ thing_id: [1, '4', 'x'] }, [1, 4]],
    [{ thing_id: { '-in': [] } }, []],
    [{ thing_id: { '-not_in': [1, 2, 3] } }, [4, 12]],
    [{ thing_id: { '-like': '%2%' } }, [2, 12]],
    [{ thing_id: { '-like': '2' } }, [2]],
    [{ thing_id: { '-not_like': '%2%' } }, [1, 3, 4]],
    [{ money: { '>': 0 } }, [1, 2]],
    [{ money: { '!=': 0 } }, [1, 2, 4]],
    [{ money: { '!=': 'x' } }, [1, 2, 4, 12]],
    [{ money: 12.34 }, [2]],
    [{ money: '12.34' }, [2]],
    [{ money: 12.345 }, []],
    [{ money: { '>': 12.335, '<=': 12.345 } }, [2]],
    [{ money: { '-between': [-6, '12.34'] } }, [2, 4, 12]],
    [{ money: { '-like': '%.05' } }, [4]],
    [{ money: { '-like': '-5%' } }, [4]],
    [{ money: { '-like': '100.00%' } }, [1]],
    [{ money: null }, [3]],
    [{ money: { '!=': null } }, [1, 2, 4, 12]],
    [{ money: [null, 0] }, [3, 12]],
    [{ money: [{ '>': 50 }, { '<': 0 }] }, [1, 4]],
    [{ period: 0.07 }, [3]],
    [{ period: { '-like': '1.15%' } }, [12]],
    [{ quantity: { '-like': '%.5' } }, [4]],
    [{ block: true }, [2]],
    [{ block: { '=': false } }, [1, 3, 4, 12]],
  ])('%j', async (filter, ids) => {
    expect(await idsOf(filter)).toEqual(ids);
  });
});

describe('filters on text', () => {
  it.each<[JsonObject, number[]]>([
    [{ name: 'ALPHA' }, [1]],
    [{ name: 'alp' }, []],
    [{ name: 'alp%' }, [1, 2]],
    [{ name: 'alp.a' }, [2]],
    [{ name: 'alp_a' }, [1, 2]],
    [{ name: 'a\\%b' }, [3]],
    [{ name: 'LINE%BREAK' }, [4]],
    [{ name: 'line' }, []],
    [{ name: 'имя' }, [12]],
    [{ name: { '-like': '%LP%' } }, [1, 2]],
    [{ name: { '-not_like': '%a%' } }, [4, 12].filter((id) => id === 12)],
    [{ name: ['alpha', 'A%B'] }, [1, 3]],
    [{ name: { '=': 'a%' } }, []],
    [{ name: { '!=': 'ALPHA' } }, [2, 3, 4, 12]],
    [{ login: null }, [3, 4]],
    [{ login: { '-not_like': 'a%' } }, [2, 12]],
    [{ login: '@123' }, [12]],
    [{ login: '' }, []],
    [{ name: { '>=': 'a', '<': 'b' } }, [2, 3]],
    [{ status: 'block' }, [2]],
    [{ status: '%O%' }, [2, 4]],
    [{ status: { '!=': 'BLOCK' } }, [1, 3, 4, 12]],
    [{ status: 'none' }, []],
  ])('%j', async (filter, ids) => {
    expect(await idsOf(filter)).toEqual(ids);
  });

  it('looks lower-cased fields up as they are stored', async () => {
    const options = { lowerCase: { login: 'login' } };
    expect(await idsOf({ login: 'ALPHA' }, options)).toEqual([1]);
    expect(await idsOf({ login: 'BET%' }, options)).toEqual([2]);
    expect(listQuery(things, { filter: { login: 'ALPHA' } }, { isAdmin: true, ...options }).filter).toEqual({
      login: 'alpha',
    });
  });

  it('turns patterns on enumerated text into lists that an index serves', () => {
    const { filter } = listQuery(things, { filter: { status: '%O%' } }, { isAdmin: true });
    expect(filter).toEqual({ status: { $in: ['BLOCK', 'NOT PAID'] } });
  });
});

describe('filters on dates', () => {
  it.each<[JsonObject, number[]]>([
    [{ created: '2014%' }, [1, 2]],
    [{ created: '2014-1%' }, [1, 2]],
    [{ created: '2014-12%' }, [2]],
    [{ created: '2014-12-31 23:59%' }, [2]],
    [{ created: '%-01 0%' }, [1, 3, 12]],
    [{ created: '2015-01-01 00:00:00' }, [3]],
    [{ created: '2015-01-01' }, []],
    [{ created: 'never' }, []],
    [{ created: null }, [4]],
    [{ created: { '>': '2014-12-31 23:59:59' } }, [3, 12]],
    [{ created: { '>=': '2014-12-31 23:59:59', '<': '2019-04-01 01:00:00' } }, [2, 3]],
    [{ created: { '-between': ['2014-10-01', '2015-01-01'] } }, [1, 2, 3]],
    [{ created: ['2014-10-01 00:00:00', '2015-01-01 00:00:00'] }, [1, 3]],
    [{ created: { '-not_like': '2014%' } }, [3, 12]],
  ])('%j', async (filter, ids) => {
    expect(await idsOf(filter)).toEqual(ids);
  });

  it('compiles a beginning to a range of instants', () => {
    const { filter } = listQuery(things, { filter: { created: '2014-02%' } }, { isAdmin: true });
    expect(filter).toEqual({ created: { $gte: new Date(2014, 1, 1), $lt: new Date(2014, 2, 1) } });
  });
});

describe('filters on JSON', () => {
  it.each<[JsonObject, number[]]>([
    [{ settings: { 'a.b': 5 } }, [1]],
    [{ settings: { a: { b: '5' } } }, [1]],
    [{ settings: { a: { b: { '>': 4, '<': 6 } } } }, [1]],
    [{ settings: { n: 7 } }, [12]],
    [{ settings: { kind: 'vpn' } }, [1]],
    [{ settings: { kind: { '-like': '%E%' } } }, [2]],
    [{ settings: { kind: ['vpn', 'Web'] } }, [1, 2]],
    [{ settings: { kind: { '!=': 'vpn' } } }, [2]],
    [{ settings: { flag: 1 } }, [2]],
    [{ settings: { 'deep.er.x': 'y%' } }, [12]],
    [{ settings: 'a.b' }, [1]],
    [{ settings: '!kind' }, [3, 4, 12]],
    [{ settings: '%"kind":"WEB"%' }, [2]],
    [{ settings: { '-like': '%vpn%' } }, [1]],
    [{ settings: { '-not_like': '%vpn%' } }, [2, 4, 12]],
    [{ settings: null }, [3]],
    [{ settings: { a: { b: { '-like': '%5%' } } } }, [1]],
  ])('%j', async (filter, ids) => {
    expect(await idsOf(filter)).toEqual(ids);
  });

  it('matches the raw text where the field is declared so', async () => {
    expect(await idsOf({ settings: 'a.b' }, { rawText: ['settings'] })).toEqual([]);
    expect(await idsOf({ settings: '["x",1]' }, { rawText: ['settings'] })).toEqual([4]);
  });
});

describe('groups', () => {
  it.each<[JsonObject, number[]]>([
    [{ '-or': [{ name: { '-like': '%lph%' } }, { thing_id: 'q' }, { login: 'beta' }] }, [1, 2]],
    [{ '-or': { thing_id: 1, money: 0 } }, [1, 12]],
    [{ user_id: 2, '-or': [{ money: null }, { '-and': [{ money: { '<': 0 } }, { block: 0 }] }] }, [3, 4]],
    [{ '-and': { user_id: 2, block: 0 } }, [3, 4]],
    [{ '-or': [{ user_id: 1, block: 1 }, { user_id: 3 }] }, [2, 12]],
    [{}, [1, 2, 3, 4, 12]],
  ])('%j', async (filter, ids) => {
    expect(await idsOf(filter)).toEqual(ids);
  });
});

describe('refused filters', () => {
  const deep = (levels: number): JsonObject => (levels === 0 ? { block: 0 } : { '-or': [deep(levels - 1)] });
  it.each<[string, JsonObject, string]>([
    ['an unknown field', { nothing: 1 }, 'nothing'],
    ['an inherited name', { constructor: 1 }, 'constructor'],
    ['a group without dash', { or: [] }, 'or'],
    ['an unknown operator', { money: { '~': 1 } }, '~'],
    ['an operator of the database', { money: { $gt: 1 } }, '$gt'],
    ['a path into the database', { settings: { $where: '1' } }, 'settings'],
    ['an empty path', { settings: 'a..b' }, 'settings'],
    ['no pair', { money: { '-between': [1] } }, '-between'],
    ['no list', { money: { '-in': 3 } }, '-in'],
    ['no date', { created: { '>': 'soon' } }, 'created'],
    ['an object as operand', { money: { '>': {} } }, '>'],
    ['too deep', deep(12), 'levels'],
    ['too many values', { thing_id: Array.from({ length: 10_001 }, (_, id) => id) }, '10000'],
    ['too long', { name: 'x'.repeat(9000) }, '8000'],
    ['too many wildcards', { name: 'a%'.repeat(12) }, '%'],
  ])('%s', (_, filter, text) => {
    const compile = () => listQuery(things, { filter }, { isAdmin: true });
    expect(compile).toThrow(expect.objectContaining({ status: 400, message: expect.stringContaining('filter') }));
    expect(compile).toThrow(text);
  });

  it('hidden fields, of callers who are no administrators', () => {
    expect(() => listQuery(things, { filter: { comment: '%' } }, { isAdmin: false })).toThrow('comment');
    expect(() => listQuery(things, { filter: { comment: '%' } }, { isAdmin: true })).not.toThrow();
  });
});

describe('list', () => {
  it('sorts by the key, descending, and pages', async () => {
    const reply = await rowsOf({ limit: 2, offset: 1 });
    expect(reply.rows.map((row) => row.thing_id)).toEqual([4, 3]);
    expect(reply).toMatchObject({ total: 5, limit: 2, offset: 1 });
    expect(reply).not.toHaveProperty('filter');
  });

  it('sorts by any field, the key deciding between equals, an unknown field meaning the key', async () => {
    const by = async (args: Arguments) => (await rowsOf(args)).rows.map((row) => row.thing_id);
    expect(await by({ sort_field: 'user_id', sort_direction: 'asc' })).toEqual([1, 2, 3, 4, 12]);
    expect(await by({ sort_field: 'user_id' })).toEqual([12, 4, 3, 2, 1]);
    expect(await by({ sort_field: 'money', sort_direction: 'asc' })).toEqual([3, 4, 12, 2, 1]);
    expect(await by({ sort_field: 'nothing', sort_direction: 'asc' })).toEqual([1, 2, 3, 4, 12]);
  });

  it('shows the chosen fields', async () => {
    const { rows } = await rowsOf({ fields: 'name, nothing,thing_id', limit: 1 });
    expect(rows).toEqual([{ thing_id: 12, name: 'Имя' }]);
    expect(Object.keys((await rowsOf({ fields: 'nothing', limit: 1 })).rows[0] ?? {})).toHaveLength(12);
    expect(Object.keys((await rowsOf({ fields: 'name,*', limit: 1 })).rows[0] ?? {})).toHaveLength(12);
  });

  it('hides hidden fields from users and caps their pages', async () => {
    const reply = await rowsOf({ limit: 5000 }, { isAdmin: false });
    expect(reply.limit).toBe(1000);
    expect(Object.keys(reply.rows[0] ?? {})).toHaveLength(11);
  });

  it('restricts by restriction, key, equality and range', async () => {
    const ids = async (args: Arguments, options: Partial<ListQueryOptions> = {}) =>
      (await rowsOf({ sort_direction: 'asc', ...args }, options)).rows.map((row) => row.thing_id);
    expect(await ids({}, { restriction: { user_id: 2 } })).toEqual([3, 4]);
    expect(await ids({ user_id: 1 }, { equality: ['user_id'] })).toEqual([1, 2]);
    expect(await ids({ user_id: 1 })).toHaveLength(5);
    expect(await ids({ thing_id: 3 })).toEqual([3]);
    expect(await ids({ thing_id: 99 })).toEqual([]);
    expect(await ids({ thing_id: 3 }, { restriction: { user_id: 1 } })).toEqual([]);
    expect(await ids({ start: '2014-10-01 00:00:00', stop: '2014-12-31 23:59:59' })).toEqual([1, 2]);
    expect(() =>
      listQuery(
        things,
        { start: '2014-10-01 00:00:00', stop: '2014-10-01 00:00:00', field: 'money' },
        { isAdmin: true },
      ),
    ).toThrow('field');
  });

  it('drops a default restriction when it is asked around', async () => {
    const options = { defaultsUnless: [{ filter: { block: 0 }, unless: ['block', 'thing_id'] }] };
    const ids = async (args: Arguments) => (await rowsOf(args, options)).rows.map((row) => row.thing_id);
    expect(await ids({})).toEqual([12, 4, 3, 1]);
    expect(await ids({ filter: { block: 1 } })).toEqual([2]);
    expect(await ids({ thing_id: 2 })).toEqual([2]);
    expect(await ids({ filter: { thing_id: 2 } })).toEqual([2]);
  });

  it('takes keys of its own', async () => {
    const custom = { owner: (value: unknown) => ({ user_id: value === 'first' ? 1 : -1 }) };
    expect(await idsOf({ owner: 'first', block: 1 }, { custom })).toEqual([2]);
  });

  it('does not show tombstones', async () => {
    const plots = store.collection('plots');
    await plots.createIndex({ tombstone: 1 }, { sparse: true });
    await plots.insertMany([codec.encodeNew(ROWS[0] as never), { _id: 99 as never, tombstone: 'grave', outbox: [] }]);
    for (const args of [{}, { thing_id: 99 }, { filter: { login: null } }, { filter: { thing_id: { '>': 5 } } }]) {
      const reply = await list(plots, codec, listQuery(things, args, { isAdmin: true }));
      expect(reply.total).toBe((reply.rows as readonly unknown[]).length);
      expect(reply.rows).not.toContainEqual(expect.objectContaining({ thing_id: 99 }));
    }
  });
});

describe('large lists', () => {
  it('stream in batches of at most 500 rows', async () => {
    const many = store.collection('many');
    await many.insertMany(
      Array.from({ length: 1203 }, (_, index) => codec.encodeNew({ thing_id: index + 1, user_id: 1, name: 'n' })),
    );
    const reply = await mapRows(await list(many, codec, listQuery(things, { limit: 0 }, { isAdmin: true })), (rows) =>
      rows.map((row) => row.thing_id),
    );
    expect(reply.total).toBe(1203);
    const batches: number[][] = [];
    for await (const batch of reply.rows as AsyncIterable<number[]>) batches.push(batch);
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 203]);
    expect(batches.flat()[0]).toBe(1203);
  });

  it('never ask the server for more than a batch', async () => {
    const url = process.env.MONGODB_URL ?? 'mongodb://127.0.0.1:27017';
    const client = new MongoClient(url, { monitorCommands: true, directConnection: true });
    const asked: unknown[] = [];
    client.on('commandStarted', ({ command }) => {
      if (command.find || command.getMore) asked.push(command.batchSize);
    });
    const many = client.db(store.database.databaseName).collection('many');
    const reply = await list(many, codec, listQuery(things, { limit: 0 }, { isAdmin: true }));
    for await (const batch of reply.rows as AsyncIterable<unknown[]>) expect(batch.length).toBeLessThanOrEqual(500);
    await client.close();
    expect(asked).toEqual([500, 500, 500]);
  });

  it('end when the reader stops', async () => {
    const reply = await list(store.collection('many'), codec, listQuery(things, { limit: 0 }, { isAdmin: true }));
    for await (const batch of reply.rows as AsyncIterable<unknown[]>) {
      expect(batch).toHaveLength(500);
      break;
    }
  });
});

describe('a query that the server does not take', () => {
  const query = (filter: JsonObject) => listQuery(things, { filter }, { isAdmin: true });
  it('is a fault that names the filter', async () => {
    const refusing = Object.assign(Object.create(collection) as typeof collection, {
      countDocuments: () => Promise.reject(new MongoServerError({ message: 'no', code: 51091 })),
    });
    await expect(list(refusing, codec, query({ name: '%x%' }))).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^Invalid value of filter/),
    });
  });
  it.each(['Ж', '_', 'k'])('for its length is the caller’s mistake on any engine: %s', async (character) => {
    const filter = { name: `${character.repeat(7_900)}%` };
    const outcome = await list(collection, codec, query(filter)).catch((error: unknown) => error);
    expect(outcome).toEqual(
      expect.toBeOneOf([expect.objectContaining({ total: 0 }), expect.objectContaining({ status: 400 })]),
    );
  });
});

describe('a query that the caller made too expensive', () => {
  it('is a fault that says so; without conditions of the caller there is no limit', async () => {
    const query = (args: Arguments) => listQuery(things, args, { isAdmin: true });
    const slow = Object.assign(Object.create(collection) as typeof collection, {
      countDocuments: () =>
        Promise.reject(new MongoServerError({ message: 'operation exceeded time limit', code: 50 })),
    });
    await expect(list(slow, codec, query({ filter: { name: '%x%' } }))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('filter'),
    });
    expect(query({ filter: { name: '%x%' } }).timeLimited).toBe(true);
    expect(query({ sort_field: 'name' }).timeLimited).toBe(true);
    expect(query({ limit: 0 }).timeLimited).toBe(false);
  });
});
