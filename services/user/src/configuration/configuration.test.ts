import {
  addConfig,
  changeConfig,
  deleteConfig,
  deleteConfigMember,
  listConfig,
  mergeConfigKey,
  readCompany,
  readConfigKey,
  readConfiguration,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../test-system.ts';
import { deepMerge } from './deep-merge.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

const fault = (status: number, message: string) => expect.objectContaining({ status, message });
const value = (key: string) => system.row(readConfigKey, { key });

describe('a fresh system', () => {
  it('has the production seed (domain.md 1.17)', async () => {
    const rows = await system.rows(readConfiguration, {}, as.system());
    expect(rows.map((row) => row.key)).toEqual(
      ['_shm', 'api', 'billing', 'cli', 'company', 'defaults', 'mail', 'pay_systems', 'telegram'].sort(),
    );
    expect(await value('billing')).toMatchObject({ type: 'Simpler', partner: { income_percent: 0 } });
    expect(await system.row(readCompany, {}, as.nobody())).toEqual({ name: 'My Company LTD' });
  });

  it('is seeded once', async () => {
    await system.call(deleteConfig, { key: 'telegram' });
    await system.service.stop();
    await system.restart();
    expect(await system.rows(listConfig, { key: 'telegram' })).toEqual([]);
  });
});

describe('configuration', () => {
  it('is added, listed, replaced and deleted by key', async () => {
    expect(await system.row(addConfig, { key: 'shop', value: { a: 1 } })).toEqual({ key: 'shop', value: { a: 1 } });
    await expect(system.call(addConfig, { key: 'shop', value: {} })).rejects.toMatchObject({ status: 409 });
    expect(await system.row(changeConfig, { key: 'shop', value: { b: 2 } })).toEqual({ key: 'shop', value: { b: 2 } });
    expect(await system.row(changeConfig, { key: 'shop' })).toEqual({ key: 'shop', value: { b: 2 } });
    expect(await system.rows(listConfig, { filter: { value: '%"b":2%' } })).toEqual([{ key: 'shop', value: { b: 2 } }]);
    expect((await system.call(deleteConfig, { key: 'shop' })).rows).toEqual(['1']);
    expect(await value('shop')).toEqual({});
    expect(await system.row(addConfig, { key: 'shop', value: { c: 3 } })).toEqual({ key: 'shop', value: { c: 3 } });
  });

  it('keeps values whatever their members are called', async () => {
    const odd = { $set: { 'a.b': 1 }, __proto: 1, 'x.y': [null, { $ne: 1 }] };
    await system.call(addConfig, { key: 'odd', value: odd });
    expect(await value('odd')).toEqual(odd);
  });

  it('merges deeply (domain.md 0)', async () => {
    await system.call(addConfig, { key: 'tree', value: { a: { b: 1, c: 2 }, list: [1], gone: 1, emptied: { x: 1 } } });
    const body = JSON.stringify({ a: { c: 3, d: {} }, list: [2, 3], gone: null, emptied: {}, new: { e: 1 } });
    const merged = { a: { b: 1, c: 3, d: {} }, list: [2, 3], emptied: {}, new: { e: 1 } };
    expect(await system.row(mergeConfigKey, { key: 'tree', body })).toEqual({ key: 'tree', value: merged });
    expect(await value('tree')).toEqual(merged);
    expect(await system.row(deleteConfigMember, { key: 'tree', value: 'a' })).toEqual({
      key: 'tree',
      value: { list: [2, 3], emptied: {}, new: { e: 1 } },
    });
  });

  it('loses no member to parallel merges', async () => {
    await system.call(addConfig, { key: 'busy', value: { start: 1 } });
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        system.call(mergeConfigKey, { key: 'busy', body: JSON.stringify({ [`k${index}`]: index }) }),
      ),
    );
    expect(Object.keys(await value('busy'))).toHaveLength(13);
  });

  it('tells every change', async () => {
    await system.call(addConfig, { key: 'told', value: { a: 1 } });
    await system.call(mergeConfigKey, { key: 'told', body: '{"a":2}' });
    await system.call(deleteConfig, { key: 'told' });
    const events = system.service.store.collection('events');
    const told = async () =>
      (await events.find({ type: 'config.changed' }, { sort: { _id: 1 } }).toArray())
        .map(({ data }) => JSON.parse(data))
        .filter(({ key }) => key === 'told')
        .map((one) => one.value);
    await expect.poll(told).toEqual(expect.arrayContaining([{ a: 1 }, { a: 2 }, null]));
  });

  it.each([
    ['config.add', () => system.call(addConfig, { value: {} } as never), 400, 'Field required: key'],
    ['config.add', () => system.call(addConfig, { key: 'x' } as never), 400, 'Field required: value'],
    [
      'config.add',
      () => system.call(addConfig, { key: 'x', value: [1] as never }),
      400,
      expect.stringContaining('value'),
    ],
    ['config.change', () => system.call(changeConfig, { key: 'none', value: {} }), 404, expect.any(String)],
    ['config.delete', () => system.call(deleteConfig, { key: 'none' }), 404, expect.any(String)],
    ['config.delete', () => system.call(deleteConfig, { key: '_shm' }), 400, 'KeyProhibited'],
    ['config.merge', () => system.call(mergeConfigKey, { key: 'none', body: '{}' }), 404, expect.any(String)],
    [
      'config.merge',
      () => system.call(mergeConfigKey, { key: 'billing', body: '[1' }),
      400,
      expect.stringContaining('body'),
    ],
    [
      'config.merge',
      () => system.call(mergeConfigKey, { key: 'billing', body: '[1]' }),
      400,
      expect.stringContaining('body'),
    ],
    [
      'config.delete-member',
      () => system.call(deleteConfigMember, { key: 'billing', value: 'none' }),
      404,
      expect.any(String),
    ],
    [
      'config.delete-member',
      () => system.call(deleteConfigMember, { key: 'billing' } as never),
      400,
      'Field required: value',
    ],
  ])('%s answers its errors', async (_id, call, status, text) => {
    await expect(call()).rejects.toEqual(fault(status, text));
  });
});

describe('deepMerge', () => {
  it('changes neither argument and takes any name', () => {
    const into = { a: { b: 1 } };
    const change = JSON.parse('{"a":{"c":2},"__proto__":{"x":1}}');
    expect(JSON.stringify(deepMerge(into, change))).toBe('{"a":{"b":1,"c":2},"__proto__":{"x":1}}');
    expect(into).toEqual({ a: { b: 1 } });
    expect(deepMerge({ a: 1 }, { a: { b: { c: null } } })).toEqual({ a: { b: {} } });
  });
});
