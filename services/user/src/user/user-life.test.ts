import {
  addUser,
  changeSelf,
  changeUser,
  deleteUser,
  listUsers,
  mergeSettings,
  openSession,
  readSelf,
  readUsers,
  removeUser,
  setNewPassword,
  systemOperationsOf,
  writeUser,
} from '@countinghouse/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, as, TestSystem } from '../test-system.ts';

let system: TestSystem;
beforeEach(async () => {
  system = await TestSystem.start();
});
afterEach(() => system.stop());

async function someone(login: string, fields: Record<string, unknown> = {}): Promise<number> {
  return Number((await system.row(addUser, { login, password: 'secret', ...fields })).user_id);
}

/** As if the time had passed after which what a dead request left is taken up. */
async function age(collection: string, field: string): Promise<void> {
  const old = { $set: { [field]: new Date(0) } };
  await system.service.store.collection(collection).updateMany({ [field]: { $exists: true } }, old);
  await system.call(systemOperationsOf.user.run, {}, as.system());
}

describe('the first administrator', () => {
  it('is user 1, has an account and is added once', async () => {
    expect(await system.row(listUsers, { user_id: 1 })).toMatchObject({ user_id: 1, login: ADMIN.login, gid: 1 });
    await expect.poll(() => system.neighbours.accounts.has(1)).toBe(true);
    await system.call(changeUser, { user_id: 1, login: 'boss' });
    await system.service.stop();
    await system.restart();
    expect((await system.rows(listUsers, {})).map((row) => row.login)).toEqual(['boss']);
  });
});

describe('deleting a user', () => {
  it.each(['refuse', 'count', 'close', 'erase-services', 'erase-account'])(
    'is finished where a crash at "%s" interrupted it',
    async (step) => {
      const userId = await someone('leaving', { settings: { email: 'leaving@example.com' } });
      await system.call(openSession, { user_id: userId });
      system.neighbours.before = (call) => {
        if (call.startsWith(`${step} `)) throw new Error('gone');
      };
      await expect(system.call(deleteUser, { user_id: userId })).rejects.toMatchObject({ status: 500 });
      system.neighbours.before = () => {};
      await age('user_deletions', 'since');
      expect(await system.rows(listUsers, { user_id: userId })).toEqual([]);
      expect(system.neighbours.accounts.has(userId)).toBe(false);
      const { store } = system.service;
      expect(await store.collection('user_deletions').countDocuments({})).toBe(0);
      expect(await store.collection('sessions').countDocuments({ user_id: userId })).toBe(0);
      expect(await store.collection('events').countDocuments({ type: 'user.deleted' })).toBe(1);
      await expect(someone('leaving')).resolves.toBeGreaterThan(userId);
    },
  );

  it('is undone where billing refuses after a crash', async () => {
    const userId = await someone('staying');
    const account = system.neighbours.accounts.get(userId);
    system.neighbours.before = (call) => {
      if (call.startsWith('close ')) system.neighbours.accounts.set(userId, { ...account, balance: 5 } as never);
    };
    await expect(system.call(deleteUser, { user_id: userId })).rejects.toMatchObject({
      status: 400,
      message: "Can't delete user with non-zero balance",
    });
    expect(system.neighbours.refused.has(userId)).toBe(false);
    expect(await system.row(readSelf, {}, as.user(userId))).toMatchObject({ user_id: userId, balance: 5 });
    expect(await system.service.store.collection('user_deletions').countDocuments({})).toBe(0);
  });

  it('ends well when two ask for it at once', async () => {
    const userId = await someone('twice');
    const attempts = await Promise.allSettled(
      [1, 2].map(() => system.call(removeUser, { user_id: userId }, as.system())),
    );
    const statuses = attempts.map((attempt) => (attempt.status === 'fulfilled' ? 200 : attempt.reason.status));
    expect(statuses).toContain(200);
    expect(statuses.every((status) => [200, 404, 409].includes(status))).toBe(true);
    expect(await system.rows(listUsers, { user_id: userId })).toEqual([]);
  });
});

describe('changing a user', () => {
  it('is brought about where a crash interrupted it', async () => {
    const userId = await someone('half');
    await system.call(openSession, { user_id: userId });
    system.neighbours.before = (call) => {
      if (call.startsWith('update ')) throw new Error('gone');
    };
    await expect(system.call(changeUser, { user_id: userId, credit: 9, block: 1 })).rejects.toMatchObject({
      status: 500,
    });
    system.neighbours.before = () => {};
    await age('users', 'pending.since');
    expect(system.neighbours.accounts.get(userId)).toMatchObject({ credit: 9 });
    expect(await system.service.store.collection('sessions').countDocuments({ user_id: userId })).toBe(0);
  });

  it('opens the account of a user who was imported without one', async () => {
    const userId = await someone('imported');
    system.neighbours.accounts.delete(userId);
    expect(await system.row(changeUser, { user_id: userId, credit: 4 })).toMatchObject({ credit: 4, balance: 0 });
    expect(system.neighbours.accounts.get(userId)).toMatchObject({ credit: 4 });
  });

  it('loses no setting to parallel merges', async () => {
    const userId = await someone('busy', { settings: { kept: 1, gone: 1, deep: { a: 1 } } });
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        system.call(mergeSettings, { user_id: userId, settings: { [`k${index}`]: index } }, as.system()),
      ),
    );
    const settings = { gone: null, deep: { b: 2 } };
    const row = await system.row(mergeSettings, { user_id: userId, settings }, as.system());
    expect(row.settings).toMatchObject({ kept: 1, deep: { a: 1, b: 2 }, k0: 0, k11: 11 });
    expect(row.settings).not.toHaveProperty('gone');
    await expect(system.call(mergeSettings, { user_id: 999_999, settings: {} }, as.system())).rejects.toMatchObject({
      status: 404,
    });
    await someone('rival', { settings: { email: 'rival@example.com' } });
    await expect(
      system.call(mergeSettings, { user_id: userId, settings: { email: 'rival@example.com' } }, as.system()),
    ).rejects.toMatchObject({ status: 409 });
  });

  it('of himself is limited to name and phone', async () => {
    const userId = await someone('self');
    const args = { full_name: 'Self', phone: '+7', login2: 'x@example.com', credit: 5, block: 1 };
    const own = await system.row(changeSelf, args as never, as.user(userId));
    expect(own).toMatchObject({ full_name: 'Self', phone: '+7', login2: null, credit: 0 });
    expect(own).not.toHaveProperty('block');
    expect(await system.row(changeSelf, {}, as.user(userId))).toEqual(own);
    await expect(system.call(changeSelf, { phone: 'x'.repeat(21) }, as.user(userId))).rejects.toMatchObject({
      status: 400,
    });
    await expect(system.call(changeSelf, { phone: '1' }, as.admin(999_999))).rejects.toMatchObject({ status: 404 });
  });

  it('by templates follows the same rules', async () => {
    const userId = await someone('tpl');
    expect(await system.row(writeUser, { user_id: userId, full_name: 'T' }, as.system())).toMatchObject({
      full_name: 'T',
    });
    await expect(system.call(writeUser, { user_id: userId, login: ADMIN.login }, as.system())).rejects.toMatchObject({
      status: 409,
    });
    await expect(system.call(writeUser, { user_id: 999_999 }, as.system())).rejects.toMatchObject({ status: 404 });
    const [password] = (await system.call(setNewPassword, { user_id: userId }, as.system())).rows;
    expect(password).toMatch(/^\w{12}$/);
    await expect(system.call(setNewPassword, { user_id: 1 }, as.system())).rejects.toMatchObject({ status: 400 });
    await expect(system.call(setNewPassword, { user_id: 999_999 }, as.system())).rejects.toMatchObject({ status: 404 });
    await expect(system.call(removeUser, { user_id: 999_999 }, as.system())).rejects.toMatchObject({ status: 404 });
  });
});

describe('the projection of the figures', () => {
  it('follows billing’s events in the order of their seq', async () => {
    const userId = await someone('projected');
    const tell = (seq: number, balance: number) => {
      const figures = { user_id: userId, balance, bonus: 1.5, credit: 0, discount: 0, can_overdraft: 0 };
      return system.neighbours.tell('billing', 'account.changed', { ...figures, seq });
    };
    const ids = async (balance: number) =>
      (await system.rows(listUsers, { filter: { balance, login: 'projected' } })).map((row) => row.user_id);
    await tell(2, 20.2);
    await expect.poll(() => ids(20.2)).toEqual([userId]);
    await tell(1, 10);
    await tell(3, 30.3);
    await expect.poll(() => ids(30.3)).toEqual([userId]);
    expect(await ids(10)).toEqual([]);
  });
});

describe('reading many', () => {
  it('is one call to billing', async () => {
    const ids = [await someone('many1'), await someone('many2', { block: 1 })];
    system.neighbours.calls.length = 0;
    const rows = await system.rows(readUsers, { user_ids: [...ids, 999_999, ...ids] }, as.system());
    expect(rows.map((row) => row.user_id)).toEqual(ids);
    expect(system.neighbours.calls).toEqual(['figures 2']);
  });

  it('shares calls between requests that meet', async () => {
    const userId = await someone('shared');
    system.neighbours.calls.length = 0;
    await Promise.all(Array.from({ length: 64 }, () => system.call(readSelf, {}, as.user(userId))));
    expect(system.neighbours.calls.length).toBeLessThan(40);
  });
});
