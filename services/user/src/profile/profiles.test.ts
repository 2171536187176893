import {
  addProfile,
  addUser,
  changeProfile,
  deleteProfile,
  listProfiles,
  readProfiles,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../test-system.ts';

let system: TestSystem;
let userId: number;
beforeAll(async () => {
  system = await TestSystem.start();
  userId = Number((await system.row(addUser, { login: 'anna', password: 'secret' })).user_id);
});
afterAll(() => system.stop());

describe('profiles', () => {
  it('are added, several for one user, the administrator’s own by default', async () => {
    const first = await system.row(addProfile, { user_id: userId, data: { email: 'a@example.com' } });
    expect(first).toEqual({
      id: expect.any(Number),
      user_id: userId,
      data: { email: 'a@example.com' },
      created: expect.any(String),
    });
    const second = await system.row(addProfile, { user_id: userId });
    expect(second).toMatchObject({ user_id: userId, data: null });
    expect(await system.row(addProfile, { data: {} })).toMatchObject({ user_id: 1 });
    expect(await system.rows(listProfiles, { user_id: userId })).toEqual([second, first]);
    expect(await system.rows(listProfiles, { id: Number(first.id) })).toEqual([first]);
    expect(await system.rows(listProfiles, { filter: { data: { email: 'a@%' } } })).toEqual([first]);
    expect(await system.rows(listProfiles, { user_id: 999_999 })).toEqual([]);
    expect(await system.rows(readProfiles, { user_ids: [userId, 1] }, as.system())).toHaveLength(3);
  });

  it('are changed by id: data as a whole, the user too', async () => {
    const { id } = await system.row(addProfile, { user_id: userId, data: { a: 1, b: 2 } });
    expect(await system.row(changeProfile, { id: Number(id), data: { c: 3 } })).toMatchObject({
      user_id: userId,
      data: { c: 3 },
    });
    expect(await system.row(changeProfile, { id: Number(id), user_id: 1 })).toMatchObject({
      user_id: 1,
      data: { c: 3 },
    });
    expect(await system.row(changeProfile, { id: Number(id) })).toMatchObject({ user_id: 1, data: { c: 3 } });
  });

  it('are deleted', async () => {
    const { id } = await system.row(addProfile, { user_id: userId });
    expect((await system.call(deleteProfile, { id: Number(id) })).rows).toEqual(['1']);
    await expect(system.call(deleteProfile, { id: Number(id) })).rejects.toMatchObject({ status: 404 });
  });

  it('answer the same to the same key', async () => {
    const add = () => system.call(addProfile, { user_id: userId, data: { once: 1 } }, as.admin(), 'request:once');
    expect((await add()).rows).toEqual((await add()).rows);
  });

  it.each([
    [() => system.call(addProfile, { user_id: 999_999 }), 404, 'User not found'],
    [() => system.call(addProfile, { user_id: 'x' } as never), 400, expect.stringContaining('user_id')],
    [() => system.call(changeProfile, { user_id: 1 } as never), 400, 'Field required: id'],
    [() => system.call(changeProfile, { id: 999_999 }), 404, expect.any(String)],
    [() => system.call(changeProfile, { id: 1, user_id: 999_999 }), 404, 'User not found'],
    [() => system.call(deleteProfile, {} as never), 400, 'Field required: id'],
  ])('answer their errors %#', async (call, status, message) => {
    await expect(call()).rejects.toEqual(expect.objectContaining({ status, message }));
  });
});
