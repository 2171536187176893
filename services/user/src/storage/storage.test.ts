import {
  addOwnStorage,
  addStorage,
  addUser,
  changeStorage,
  deleteOwnStorage,
  deleteOwnStorageByArgument,
  deleteStorage,
  deleteStorageByPath,
  downloadOwnStorage,
  listOwnStorage,
  listStorage,
  loadStorage,
  readOwnStorage,
  readStorageByPath,
  readStorageOf,
  removeStorage,
  replaceOwnStorage,
  replaceStorageByPath,
  saveStorage,
  selectStorage,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../test-system.ts';

let system: TestSystem;
let anna: number;
let berta: number;
beforeAll(async () => {
  system = await TestSystem.start();
  anna = Number((await system.row(addUser, { login: 'anna', password: 'secret' })).user_id);
  berta = Number((await system.row(addUser, { login: 'berta', password: 'secret' })).user_id);
});
afterAll(() => system.stop());

const own = (name: string) => system.call(readOwnStorage, { name }, as.user(anna));

describe('own records', () => {
  it('are stored, shown, replaced, downloaded, listed and deleted', async () => {
    const json = { body: '{"url": "x"}', content_type: 'application/json; charset=utf-8' };
    const saved = await system.call(addOwnStorage, { name: 'vpn1', ...json }, as.user(anna));
    expect(JSON.parse(saved.body)).toEqual({ result: 'successful', length: 12 });
    expect(await own('vpn1')).toEqual({ body: '{"url": "x"}' });
    const [listed] = await system.rows(listOwnStorage, {}, as.user(anna));
    expect(listed).toEqual({
      id: expect.any(Number),
      name: 'vpn1',
      created: expect.any(String),
      user_id: anna,
      user_service_id: null,
      settings: { json: 1 },
    });
    await system.call(replaceOwnStorage, { name: 'vpn1', body: 'ёж' }, as.user(anna));
    expect(await own('vpn1')).toEqual({ body: 'ёж' });
    expect(await system.row(listOwnStorage, { name: 'vpn1' }, as.user(anna))).toMatchObject({ settings: {} });
    expect(await system.call(downloadOwnStorage, { name: 'vpn1' }, as.user(anna))).toEqual({
      body: 'ёж',
      contentType: 'binary/octet-stream',
      headers: { 'content-disposition': `attachment; filename="vpn1"; filename*=UTF-8''vpn1` },
    });
    await system.call(deleteOwnStorage, { name: 'vpn1' }, as.user(anna));
    await expect(own('vpn1')).rejects.toMatchObject({ status: 404 });
  });

  it('take 15 MB', async () => {
    const body = 'x'.repeat(15 * 1024 * 1024);
    await system.call(addOwnStorage, { name: 'large', body }, as.user(anna));
    expect((await own('large')).body).toHaveLength(body.length);
    await expect(system.call(addOwnStorage, { name: 'larger', body: `${body}x` }, as.user(anna))).rejects.toMatchObject(
      { status: 400 },
    );
  });

  it('belong to their user', async () => {
    await system.call(addOwnStorage, { name: 'mine', body: 'a' }, as.user(anna));
    for (const operation of [
      readOwnStorage,
      downloadOwnStorage,
      deleteOwnStorage,
      deleteOwnStorageByArgument,
    ] as const) {
      await expect(system.call(operation, { name: 'mine' }, as.user(berta))).rejects.toMatchObject({ status: 404 });
    }
    await expect(system.call(replaceOwnStorage, { name: 'mine', body: 'b' }, as.user(berta))).rejects.toMatchObject({
      status: 404,
    });
    expect(await system.rows(listOwnStorage, { name: 'mine' }, as.user(berta))).toEqual([]);
    await system.call(addOwnStorage, { name: 'mine', body: 'b' }, as.user(berta));
    expect((await own('mine')).body).toBe('a');
    await system.call(deleteOwnStorageByArgument, { name: 'mine' }, as.user(berta));
  });

  it('have names of at most 32 characters, each once', async () => {
    await system.call(addOwnStorage, { name: 'once', body: '' }, as.user(anna));
    await expect(system.call(addOwnStorage, { name: 'once', body: '' }, as.user(anna))).rejects.toEqual(
      expect.objectContaining({ status: 409, message: "Can't save the data. Perhaps the record already exists?" }),
    );
    for (const operation of [addOwnStorage, readOwnStorage, replaceOwnStorage, deleteOwnStorage] as const) {
      await expect(
        system.call(operation, { name: 'x'.repeat(33), body: '' } as never, as.user(anna)),
      ).rejects.toMatchObject({ status: 400 });
    }
  });
});

describe('records for administrators', () => {
  it('are those of everybody', async () => {
    const row = await system.row(addStorage, {
      user_id: berta,
      name: 'adm',
      data: { a: [1] },
      user_service_id: 7,
      settings: { x: 1 },
    });
    expect(row).toMatchObject({ user_id: berta, name: 'adm', user_service_id: 7, settings: { x: 1, json: 1 } });
    expect(await system.call(readStorageByPath, { user_id: berta, name: 'adm' })).toEqual({
      body: '{"a":[1]}',
      contentType: 'application/octet-stream',
    });
    expect(await system.row(changeStorage, { user_id: berta, name: 'adm', data: 'text' })).toMatchObject({
      settings: {},
    });
    expect(await system.row(changeStorage, { user_id: berta, name: 'adm', settings: { y: 2 } })).toMatchObject({
      user_service_id: 7,
      settings: { y: 2 },
    });
    await system.call(replaceStorageByPath, { user_id: berta, name: 'adm', body: 'other' });
    expect((await system.call(readStorageByPath, { user_id: berta, name: 'adm' })).body).toBe('other');
    expect((await system.rows(listStorage, { user_id: berta })).map((one) => one.name)).toEqual(['adm']);
    expect((await system.rows(listStorage, { limit: 0 })).map((one) => one.user_id)).toContain(anna);
    await system.call(deleteStorage, { user_id: berta, name: 'adm' });
    await system.call(addStorage, { user_id: berta, name: 'adm', data: 'x' });
    await system.call(deleteStorageByPath, { user_id: berta, name: 'adm' });
    expect(await system.rows(listStorage, { user_id: berta })).toEqual([]);
  });

  it.each([
    [() => system.call(addStorage, { user_id: 999_999, name: 'a' }), 404],
    [() => system.call(addStorage, { user_id: anna, name: 'once', data: '' }), 409],
    [() => system.call(addStorage, { user_id: anna } as never), 400],
    [() => system.call(changeStorage, { user_id: anna, name: 'none', data: '' }), 404],
    [() => system.call(replaceStorageByPath, { user_id: anna, name: 'none', body: '' }), 404],
    [() => system.call(readStorageByPath, { user_id: anna, name: 'none' }), 404],
    [() => system.call(deleteStorage, { user_id: anna, name: 'none' }), 404],
    [() => system.call(deleteStorageByPath, { user_id: anna, name: 'none' }), 404],
  ])('answer their errors %#', async (call, status) => {
    await expect(call()).rejects.toMatchObject({ status });
  });
});

describe('records of a service', () => {
  it('go when it is removed', async () => {
    await system.call(addStorage, { user_id: anna, name: 'svc', data: 'x', user_service_id: 77 });
    await system.call(addStorage, { user_id: anna, name: 'svc2', data: 'x', user_service_id: 78 });
    const tell = (after: string) =>
      system.neighbours.tell('lifecycle', 'service.changed', {
        user_service_id: 77,
        user_id: anna,
        before: 'BLOCK',
        after,
      });
    await tell('ACTIVE');
    await tell('REMOVED');
    const names = async () => (await system.rows(listStorage, { user_id: anna, limit: 0 })).map((row) => row.name);
    await expect.poll(names).not.toContain('svc');
    expect(await names()).toContain('svc2');
  });
});

describe('records for templates', () => {
  it('are saved, loaded, listed and removed', async () => {
    const save = (mode: 'add' | 'put', data: string) =>
      system.row(saveStorage, { user_id: anna, name: 'tpl', data, settings: { json: 1 }, mode }, as.system());
    expect(await save('put', 'a')).toMatchObject({ name: 'tpl', settings: { json: 1 } });
    await save('put', 'b');
    await expect(save('add', 'c')).rejects.toMatchObject({ status: 409 });
    expect(await system.row(loadStorage, { user_id: anna, name: 'tpl' }, as.system())).toMatchObject({
      name: 'tpl',
      data: 'b',
    });
    expect(await system.rows(loadStorage, { user_id: anna, name: 'none' }, as.system())).toEqual([]);
    const names = (await system.rows(selectStorage, { user_id: anna, limit: 0 }, as.system())).map((row) => row.name);
    expect(names).toContain('tpl');
    const remove = () => system.rows(removeStorage, { user_id: anna, name: 'tpl' }, as.system());
    expect(await remove()).toEqual([1]);
    expect(await remove()).toEqual([0]);
    await expect(
      system.call(saveStorage, { user_id: 999_999, name: 'a', data: '', mode: 'put' }, as.system()),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('are read for many users, as many data as fit into an answer', async () => {
    const data = 'x'.repeat(5 * 1024 * 1024);
    const save = (user_id: number) => system.row(saveStorage, { user_id, name: 'big', data, mode: 'put' }, as.system());
    await save(anna);
    await save(berta);
    const args = { user_ids: [berta, anna, 999_999], name: 'big' };
    const rows = await system.rows(readStorageOf, args, as.system());
    const lengths = new Map(rows.map((row) => [row.user_id, (row.data as string | undefined)?.length]));
    const [first = 0, second = 0] = [anna, berta].sort((a, b) => a - b);
    expect(lengths).toEqual(
      new Map([
        [first, data.length],
        [second, undefined],
      ]),
    );
    await system.rows(removeStorage, { user_id: second, name: 'big' }, as.system());
    await system.rows(removeStorage, { user_id: first, name: 'big' }, as.system());
  });
});
