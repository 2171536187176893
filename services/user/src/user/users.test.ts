import {
  addUser,
  changeUser,
  deleteUser,
  listUsers,
  readSelf,
  readUsers,
  searchUsers,
  selectUsers,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

let number = 0;
/** A user of one test. */
async function someone(fields: Record<string, unknown> = {}) {
  number += 1;
  return system.row(addUser, { login: `someone${number}`, password: 'secret', ...fields });
}

const fault = (status: number, message: string) => expect.objectContaining({ status, message });

describe('PUT /v1/admin/user', () => {
  it('adds a user, opens his account and shows every field but the password', async () => {
    const row = await system.row(addUser, {
      login: 'Иван.Петров@x',
      password: 'secret',
      login2: '@Ivan',
      credit: 5.5,
      discount: 10,
      full_name: 'Ivan',
      settings: { a: 1 },
      partner_id: 1,
    });
    expect(row).toMatchObject({
      login: 'иван.петров@x',
      login2: '@Ivan',
      credit: 5.5,
      discount: 10,
      balance: 0,
      bonus: 0,
      block: 0,
      gid: 0,
      type: 0,
      create_act: 1,
      partner_id: 1,
      full_name: 'Ivan',
      phone: null,
      last_login: null,
      settings: { a: 1 },
    });
    expect(row).not.toHaveProperty('password');
    expect(system.neighbours.accounts.get(Number(row.user_id))).toMatchObject({ credit: 5.5, partner_id: 1 });
  });

  it.each([
    [{ login: '', password: 'secret' }, 'Login is empty'],
    [{ login: 'a b', password: 'secret' }, 'Login is short or incorrect'],
    [{ login: 'fine', password: '' }, 'Password is empty'],
    [{ login: 'fine', password: '12345' }, 'Password is short'],
    [{ password: 'secret' }, 'Field required: login'],
    [{ login: 'fine' }, 'Field required: password'],
    [
      { login: 'fine', password: 'secret', login2: 'a b' },
      'Invalid value of login2: expected letters, digits and @ . _ -',
    ],
    [{ login: 'fine', password: 'secret', credit: 'x' }, expect.stringContaining('credit')],
  ])('%j is refused: %s', async (args, text) => {
    await expect(system.call(addUser, args as never)).rejects.toEqual(fault(400, text as string));
  });

  it('refuses a login that is somebody’s login, login2 or address, whatever its case', async () => {
    await someone({ login: 'taken', login2: 'Taken2', settings: { email: 'Taken@Example.com' } });
    for (const login of ['TAKEN', 'taken2', 'taken@example.com']) {
      await expect(system.call(addUser, { login, password: 'secret' })).rejects.toEqual(
        fault(409, 'Login already in use'),
      );
    }
    await expect(system.call(addUser, { login: 'other', login2: 'taken', password: 'secret' })).rejects.toEqual(
      fault(409, 'Login already in use'),
    );
    await expect(
      system.call(addUser, { login: 'other', password: 'secret', settings: { email: 'taken@example.com' } }),
    ).rejects.toEqual(fault(409, 'Email already in use'));
  });

  it('refuses an unknown partner', async () => {
    await expect(
      system.call(addUser, { login: 'orphan', password: 'secret', partner_id: 999_999 }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('answers the same user to the same key', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => system.call(addUser, { login: 'once', password: 'secret' }, as.admin(), 'request:once')),
    );
    expect(first?.rows).toEqual(second?.rows);
  });

  it('opens the account later where billing is away', async () => {
    system.neighbours.before = (call) => {
      if (call.startsWith('open')) throw new Error('billing is down');
    };
    await expect(system.call(addUser, { login: 'later', password: 'secret' })).rejects.toMatchObject({ status: 500 });
    system.neighbours.before = () => {};
    const { rows } = await system
      .call(addUser, { login: 'later', password: 'secret' }, as.admin(), 'request:other')
      .catch((error: { status: number }) => ({ rows: [error.status] }));
    expect(rows).toEqual([409]);
    const [user] = await system.rows(listUsers, { filter: { login: 'later' } });
    await system.service.store
      .collection('users')
      .updateOne({ _id: user?.user_id as never }, { $set: { 'pending.since': new Date(0) } });
    await expect.poll(() => system.neighbours.accounts.has(Number(user?.user_id))).toBe(true);
  });
});

describe('POST /v1/admin/user', () => {
  it('takes whole objects back, ignoring what is read-only', async () => {
    const row = await someone({ credit: 7 });
    const changed = await system.row(changeUser, {
      ...row,
      balance: 500,
      bonus: 3,
      password: '',
      full_name: 'New',
    } as never);
    expect(changed).toEqual({ ...row, full_name: 'New' });
  });

  it('tells billing the terms that changed, and perm_credit each time', async () => {
    const { user_id: userId } = await someone();
    system.neighbours.calls.length = 0;
    await system.call(changeUser, { user_id: Number(userId), full_name: 'x', credit: 0 });
    expect(system.neighbours.calls.filter((call) => call.startsWith('update'))).toEqual([]);
    const changed = await system.row(changeUser, {
      user_id: Number(userId),
      credit: 10,
      perm_credit: 1,
      settings: { partner: { income_percent: 30 } },
    });
    expect(changed).toMatchObject({ credit: 10, perm_credit: 1 });
    expect(system.neighbours.accounts.get(Number(userId))).toMatchObject({
      credit: 10,
      perm_credit: 1,
      income_percent: 30,
    });
    await system.call(changeUser, { user_id: Number(userId), perm_credit: 1 });
    expect(system.neighbours.calls.filter((call) => call.startsWith('update'))).toHaveLength(2);
  });

  it('keeps the last of many changes in billing', async () => {
    const userId = Number((await someone()).user_id);
    await Promise.all(Array.from({ length: 20 }, (_, credit) => system.call(changeUser, { user_id: userId, credit })));
    const { credit } = await system.row(readUsers, { user_ids: [userId] });
    const stored = await system.service.store.collection('users').findOne({ _id: userId as never });
    expect(stored?.credit).toBe(Number(credit) * 100);
    expect(stored).not.toHaveProperty('pending');
  });

  it('replaces settings', async () => {
    const { user_id: userId } = await someone({ settings: { a: 1, b: 2 } });
    expect(await system.row(changeUser, { user_id: Number(userId), settings: { c: 3 } })).toMatchObject({
      settings: { c: 3 },
    });
  });

  it('answers 404, 409 and 400', async () => {
    const { user_id: userId } = await someone({ login2: 'mine' });
    await expect(system.call(changeUser, { user_id: 999_999 })).rejects.toEqual(fault(404, 'User not found'));
    await expect(system.call(changeUser, { user_id: Number(userId), login: 'ADMIN' })).rejects.toEqual(
      fault(409, 'Login already in use'),
    );
    await expect(system.call(changeUser, { user_id: Number(userId), login: '' })).rejects.toEqual(
      fault(400, 'Login is empty'),
    );
    await expect(system.call(changeUser, { user_id: Number(userId), password: '123' })).rejects.toEqual(
      fault(400, 'Password is short'),
    );
    await expect(system.call(changeUser, {} as never)).rejects.toEqual(fault(400, 'Field required: user_id'));
    expect(await system.row(changeUser, { user_id: Number(userId), login: 'renamed', login2: '' })).toMatchObject({
      login: 'renamed',
      login2: null,
    });
    await expect(someone({ login: 'mine' })).resolves.toMatchObject({ login: 'mine' });
  });
});

describe('GET /v1/admin/user', () => {
  it('hides blocked users unless they are asked for', async () => {
    const { user_id: userId } = await someone({ login: 'hidden', block: 1 });
    const ids = async (args: object) => (await system.rows(listUsers, args as never)).map((row) => row.user_id);
    expect(await ids({ limit: 0 })).not.toContain(userId);
    expect(await ids({ user_id: Number(userId) })).toEqual([userId]);
    expect(await ids({ filter: { user_id: userId as number } })).toEqual([userId]);
    expect(await ids({ filter: { block: 1 } })).toEqual([userId]);
    expect(await ids({ filter: { login: 'HIDDEN', block: { '>=': 0 } } })).toEqual([userId]);
    expect(await ids({ user_id: 999_999 })).toEqual([]);
  });

  it('takes the figures of a page in one call, and none where they are not asked for', async () => {
    await Promise.all([someone(), someone(), someone()]);
    system.neighbours.calls.length = 0;
    const rows = await system.rows(listUsers, { limit: 3 });
    expect(rows).toHaveLength(3);
    expect(system.neighbours.calls).toEqual(['figures 3']);
    expect(await system.rows(listUsers, { limit: 1, fields: 'login' })).toEqual([{ login: rows[0]?.login }]);
    expect(system.neighbours.calls).toHaveLength(1);
    expect(Object.keys(await system.row(listUsers, { limit: 1, fields: 'balance' }))).toEqual(['balance']);
  });

  it('shows billing’s figures and filters by the projection', async () => {
    const userId = Number((await someone()).user_id);
    const account = system.neighbours.accounts.get(userId);
    system.neighbours.accounts.set(userId, { ...account, balance: -3.5, bonus: 2 } as never);
    expect(await system.row(listUsers, { user_id: userId })).toMatchObject({ balance: -3.5, bonus: 2 });
    await system.service.store
      .collection('users')
      .updateOne({ _id: userId as never }, { $set: { balance: -350, seq: 3 } });
    expect((await system.rows(selectUsers, { filter: { balance: { '<': 0 } } })).map((row) => row.user_id)).toEqual([
      userId,
    ]);
  });

  it('matches the text of the settings', async () => {
    const userId = Number((await someone({ settings: { telegram: { username: 'Zed' } } })).user_id);
    expect(
      (await system.rows(listUsers, { filter: { settings: '%"username":"zed"%' } })).map((row) => row.user_id),
    ).toEqual([userId]);
  });

  it('asks for paths of the settings where templates select', async () => {
    const userId = Number((await someone({ settings: { marked: { path: 1 } } })).user_id);
    const selected = async (settings: string) =>
      (await system.rows(selectUsers, { limit: 0, filter: { settings } })).map((row) => row.user_id);
    expect(await selected('marked.path')).toEqual([userId]);
    expect(await selected('%"path"%')).toEqual([userId]);
    expect(await selected('!marked.path')).not.toContain(userId);
    expect((await selected('!marked.path')).length).toBeGreaterThan(0);
  });
});

describe('GET /v1/admin/user/search', () => {
  it('finds text anywhere, and an id', async () => {
    const userId = Number((await someone({ full_name: 'Petra 50% Off', phone: '+7123' })).user_id);
    const ids = async (text: string) => (await system.rows(searchUsers, { text })).map((row) => row.user_id);
    expect(await ids('50% o')).toEqual([userId]);
    expect(await ids('712')).toEqual([userId]);
    const withBackslash = Number((await someone({ full_name: 'C:\\dir' })).user_id);
    for (const text of ['c:\\', ':\\d', '\\']) expect(await ids(text)).toEqual([withBackslash]);
    expect(await ids(String(userId))).toContain(userId);
    expect(await ids('_etra')).toEqual([]);
    expect((await ids('')).length).toBeGreaterThan(1);
    await expect(system.call(searchUsers, {})).rejects.toEqual(fault(400, 'Field required: text'));
  });
});

describe('GET /v1/user', () => {
  it('shows a user what he may see and an administrator everything', async () => {
    const userId = Number((await someone({ comment: 'secret', settings: { a: 1 } })).user_id);
    const own = await system.row(readSelf, {}, as.user(userId));
    expect(Object.keys(own).sort()).toEqual(
      [
        'user_id',
        'login',
        'login2',
        'created',
        'last_login',
        'discount',
        'balance',
        'credit',
        'dogovor',
        'full_name',
        'bonus',
        'phone',
      ].sort(),
    );
    expect(await system.row(readSelf, {}, as.admin(userId))).toMatchObject({
      user_id: userId,
      comment: 'secret',
      gid: 0,
    });
    await expect(system.call(readSelf, {}, as.admin(999_999))).rejects.toEqual(fault(404, 'User not found'));
  });
});

describe('DELETE /v1/admin/user', () => {
  it('erases the user everywhere and frees his login', async () => {
    const userId = Number((await someone({ login: 'leaving' })).user_id);
    system.neighbours.calls.length = 0;
    expect((await system.call(deleteUser, { user_id: userId })).rows).toEqual(['1']);
    expect(system.neighbours.calls).toEqual([
      'figures 1',
      `refuse ${userId} 1`,
      `count ${userId}`,
      `close ${userId}`,
      `erase-services ${userId}`,
      `erase-account ${userId}`,
    ]);
    expect(await system.rows(listUsers, { user_id: userId })).toEqual([]);
    await expect(system.call(deleteUser, { user_id: userId })).rejects.toEqual(fault(404, 'User not found'));
    await expect(someone({ login: 'leaving' })).resolves.toMatchObject({ login: 'leaving' });
  });

  it('refuses administrators, a balance and services, the last two unless forced', async () => {
    await expect(system.call(deleteUser, { user_id: 1, force: 1 })).rejects.toEqual(fault(400, "Can't delete admin"));
    const userId = Number((await someone()).user_id);
    const account = system.neighbours.accounts.get(userId);
    system.neighbours.accounts.set(userId, { ...account, balance: -1 } as never);
    await expect(system.call(deleteUser, { user_id: userId })).rejects.toEqual(
      fault(400, "Can't delete user with non-zero balance"),
    );
    system.neighbours.accounts.set(userId, { ...account, balance: 0 } as never);
    system.neighbours.services.set(userId, 2);
    await expect(system.call(deleteUser, { user_id: userId })).rejects.toEqual(
      fault(400, "Can't delete user with services"),
    );
    expect(system.neighbours.refused.has(userId)).toBe(false);
    system.neighbours.accounts.set(userId, { ...account, balance: 5 } as never);
    await system.call(deleteUser, { user_id: userId, force: 1 });
    expect(await system.rows(listUsers, { user_id: userId })).toEqual([]);
  });
});
