import { describe, expect, it } from 'vitest';
import { rowCodec } from './row-codec.ts';
import { things } from './test-resource.ts';

const codec = rowCodec(things);
const row = {
  thing_id: 7,
  user_id: 2,
  name: 'Name',
  login: null,
  status: 'BLOCK',
  money: -1234.05,
  period: 1.15,
  quantity: 1.5,
  block: 1,
  created: '2019-04-01 01:02:03',
  settings: { a: { b: [1, 'x'] } },
  comment: 'secret',
};

describe('rowCodec', () => {
  it('stores cents, ten-thousandths, instants, JSON beside its text, and the key as _id', () => {
    expect(codec.encodeNew(row)).toEqual({
      _id: 7,
      user_id: 2,
      name: 'Name',
      login: null,
      status: 'BLOCK',
      money: -123405,
      period: 11500,
      quantity: 1.5,
      block: 1,
      created: new Date(2019, 3, 1, 1, 2, 3),
      settings: { a: { b: [1, 'x'] } },
      settings_text: '{"a":{"b":[1,"x"]}}',
      comment: 'secret',
    });
  });

  it('gives back what was stored', () => {
    expect(codec.decode(codec.encodeNew(row), { hidden: true })).toEqual(row);
  });

  it('leaves hidden fields out unless asked for', () => {
    expect(codec.decode(codec.encodeNew(row))).not.toHaveProperty('comment');
  });

  it('fills a new document with defaults and nulls but invents no key', () => {
    expect(codec.encodeNew({ name: 'x' })).toMatchObject({
      period: 10_000,
      money: null,
      block: 0,
      settings_text: null,
    });
    expect(codec.encodeNew({ name: 'x' })).not.toHaveProperty('_id');
    expect(codec.encodeNew({ name: 'x', money: null }).money).toBeNull();
  });

  it('encodes only what is given, for $set', () => {
    expect(codec.encode({ money: 0.1, name: undefined as never })).toEqual({ money: 10 });
    expect(codec.encode({ settings: null })).toEqual({ settings: null, settings_text: null });
    expect(codec.encode({ other: 1 } as never)).toEqual({});
  });

  it('reads what is missing as the default, else null', () => {
    expect(codec.decode({ _id: 1 })).toMatchObject({ thing_id: 1, period: 1, block: 0, money: null, settings: null });
  });

  it('moves the decimal point exactly', () => {
    for (const money of [1.15, 0.07, 99_999_999.99, 8.2, -0.01]) {
      expect(codec.decode(codec.encode({ money })).money).toBe(money);
    }
    expect(() => codec.encode({ money: 0.001 })).toThrow('money: expected a number with at most 2 decimals');
  });

  it('shows only the chosen fields, in the order of the resource', () => {
    const decoded = codec.decode(codec.encodeNew(row), { fields: ['name', 'thing_id', 'comment'] });
    expect(Object.keys(decoded)).toEqual(['thing_id', 'name']);
  });

  it('keeps JSON with names that BSON cannot hold', () => {
    const settings = { $set: 1, _bsontype: 'ObjectId', 'a\0b': 2, $ref: 'x', ok: { 'x.y': [] } };
    const stored = codec.encode({ settings });
    expect(stored.settings).toEqual({ ok: { 'x.y': [] } });
    expect(codec.decode(stored).settings).toEqual(settings);
  });
});
