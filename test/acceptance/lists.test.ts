import type { Field } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Send } from './callers.ts';
import { compareValues, filterCases } from './expected-matches.ts';
import { fillLists, type ListOperation, listOperations } from './filled-lists.ts';
import { type Row, startWorld, type World } from './world.ts';

let world: World;
let asOwner: Send;

beforeAll(async () => {
  world = await startWorld();
  asOwner = (await fillLists(world)).send;
});
afterAll(() => world.stop());

/** Oldest first (peer-http-api.md 1B, 2); all others show the newest first. */
const ASCENDING = new Set(['promo.list-own']);

/** What a list cannot do without. */
const ALWAYS: Readonly<Record<string, object>> = { 'user.search': { text: 'user' } };

/** A view of fixed shape (peer-http-api.md 1B). */
const FIXED_FIELDS = new Set(['user-service.own']);

describe.each(listOperations)('$http.path', (operation) => {
  const { fields, key, rangeField } = operation.list;
  let all: readonly Row[];

  function list(query: Record<string, unknown>): Promise<Answer> {
    const send = operation.access === 'user' ? asOwner : world.callers.admin;
    return send({ method: 'GET', path: operation.http.path, query: { ...ALWAYS[operation.id], ...query } });
  }

  async function keysOf(query: Record<string, unknown>): Promise<unknown[]> {
    const answer = await list({ limit: 1000, ...query });
    expect(answer.status, answer.text).toBe(200);
    return (answer.json?.data ?? []).map((row) => row[key]);
  }

  /** Those that rows show: others see neither hidden fields nor filters on them. */
  function shownFields(): [string, Field][] {
    return Object.entries(fields).filter(([name]) => all[0] !== undefined && Object.hasOwn(all[0], name));
  }

  beforeAll(async () => {
    const answer = await list({ limit: 1000 });
    all = answer.json?.data ?? [];
    expect(all.length, answer.text).toBeGreaterThanOrEqual(3);
  });

  it('answers the envelope', async () => {
    const { json } = await list({});
    expect(json).toEqual({
      data: all.slice(0, 25),
      items: Math.min(all.length, 25),
      total: all.length,
      limit: 25,
      offset: 0,
      status: 200,
      date: expect.stringMatching(/^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d 2026$/),
      TZ: 'UTC',
    });
  });

  it('pages by limit and offset', async () => {
    const { json } = await list({ limit: 2, offset: 1 });
    expect(json).toMatchObject({ data: all.slice(1, 3), items: 2, total: all.length, limit: 2, offset: 1 });
    expect((await list({ offset: 100_000 })).json).toMatchObject({ data: [], items: 0, total: all.length });
  });

  it('shows everything for limit 0 to administrators', async () => {
    const { json } = await list({ limit: 0 });
    expect(json?.data).toEqual(operation.access === 'user' ? all.slice(0, 25) : all);
  });

  it('is ordered by the primary key', () => {
    const sorted = [...all].sort((a, b) => compareValues(a[key], b[key]));
    expect(all.map((row) => row[key])).toEqual(
      (ASCENDING.has(operation.id) ? sorted : sorted.reverse()).map((row) => row[key]),
    );
  });

  it('sorts by every field both ways', async () => {
    for (const [name, { kind }] of shownFields()) {
      if (kind === 'json' || !isSearchable(operation, name)) continue;
      for (const direction of ['asc', 'DESC']) {
        const { json } = await list({ limit: 1000, sort_field: name, sort_direction: direction });
        const values = (json?.data ?? []).map((row) => row[name]);
        const sorted = [...values].sort(compareValues);
        expect([name, values]).toEqual([name, direction === 'asc' ? sorted : sorted.reverse()]);
      }
    }
  });

  if (!FIXED_FIELDS.has(operation.id)) {
    it('shows the fields that are asked for', async () => {
      const names = Object.keys(fields).slice(0, 2);
      const { json } = await list({ limit: 1000, fields: [...names, 'no_such_field'].join() });
      const own = (row: Row) => Object.entries(row).filter(([name]) => Object.hasOwn(fields, name));
      const asked = all.map((row) => Object.fromEntries(own(row).filter(([name]) => names.includes(name))));
      expect(json?.data?.map((row) => Object.fromEntries(own(row)))).toEqual(asked);
    });
  }

  it('filters every field with every operator', async () => {
    for (const [name, field] of shownFields()) {
      if (field.kind === 'json' || !isSearchable(operation, name)) continue;
      for (const { title, condition, matches } of filterCases(field, all, name)) {
        const expected = all.filter((row) => matches(row[name] as string | number | null)).map((row) => row[key]);
        expect([name, title, await keysOf({ filter: { [name]: condition } })]).toEqual([name, title, expected]);
      }
    }
  });

  it('joins conditions by and, or', async () => {
    const [first, second] = all;
    const either = [first?.[key], second?.[key]];
    const groups = [{ [key]: first?.[key] }, { [key]: second?.[key] }];
    expect(await keysOf({ filter: { '-or': groups } })).toEqual(either);
    expect(await keysOf({ filter: { '-and': groups } })).toEqual([]);
    expect(await keysOf({ filter: { '-or': groups, [key]: first?.[key] } })).toEqual([first?.[key]]);
  });

  it('echoes its filter', async () => {
    const filter = { [key]: all[0]?.[key] };
    expect((await list({ filter })).json).toMatchObject({ filter, items: 1, total: 1, data: [all[0]] });
  });

  it('takes the primary key as an argument', async () => {
    expect(await keysOf({ [key]: all[1]?.[key] })).toEqual([all[1]?.[key]]);
  });

  it('restricts to a range of dates', async () => {
    const dates = shownFields().filter(([name, { kind }]) => kind === 'date' && isSearchable(operation, name));
    for (const [name] of dates) {
      const within = all.filter(
        (row) => String(row[name]) >= '2026-03-02' && String(row[name]) <= '2026-03-03 23:59:59' && row[name] !== null,
      );
      const range = { start: '2026-03-02', stop: '2026-03-03', field: name };
      expect([name, await keysOf(range)]).toEqual([name, within.map((row) => row[key])]);
      if (name !== rangeField) continue;
      const { field: _field, ...byDefault } = range;
      expect(await keysOf(byDefault)).toEqual(within.map((row) => row[key]));
    }
  });

  it.each([
    ['limit', { limit: -1 }],
    ['limit', { limit: 'many' }],
    ['limit', { limit: 1.5 }],
    ['offset', { offset: -1 }],
    ['offset', { offset: 'far' }],
    ['sort_direction', { sort_direction: 'up' }],
    ['sort_field', { sort_field: 'x'.repeat(100) }],
    ['filter', { filter: '{"a":' }],
    ['filter', { filter: '[1]' }],
    ['filter', { filter: '"text"' }],
    ['filter', { filter: { no_such_field: 1 } }],
    ['filter', { filter: { $where: '1' } }],
    ['filter', { filter: { [key]: { '~': 1 } } }],
    ['filter', { filter: { [key]: { '-between': [1] } } }],
    ['filter', { filter: { '-or': 5 } }],
    ['stop', { start: '2026-03-01' }],
    ['start', { stop: '2026-03-01' }],
    ['start', { start: 'yesterday', stop: '2026-03-01' }],
    ['field', { start: '2026-03-01', stop: '2026-03-02', field: 'no_such_field' }],
    ['filter', { filter: JSON.stringify({ [key]: 1 }).repeat(2) }],
  ])('refuses a wrong %s: %o', async (name, query) => {
    const answer = await list(query);
    expect(answer.json?.error).toContain(`Invalid value of ${name}: expected `);
    expect(answer.status).toBe(400);
  });
});

/** Promo codes of a user are searched by what is stored of them under that name alone. */
function isSearchable({ id }: ListOperation, name: string): boolean {
  return id !== 'promo.list-own' || !['used', 'status', 'reusable'].includes(name);
}
