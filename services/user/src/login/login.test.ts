import { createHash, pbkdf2Sync } from 'node:crypto';
import {
  AUTHENTICATION_CHANGED_TOPIC,
  addUser,
  authenticate,
  type Credential,
  changeConfig,
  changeUser,
  type Identity,
  logIn,
  logInByApi,
  logInByLink,
  logOut,
  openSession,
  openSessionOf,
  readConfigKey,
  readSelf,
  setOwnPassword,
  setPassword,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, as, TestSystem } from '../test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

const fault = (status: number, message: string) => expect.objectContaining({ status, message });
const WRONG = 'Incorrect login or password';

async function identify(credential: Credential, address?: string): Promise<Identity | undefined> {
  const { rows } = await system.call(authenticate, { credential, address }, as.nobody());
  return rows[0];
}
const byPassword = (login: string, password: string, address?: string) =>
  identify({ kind: 'password', login, password }, address);
const bySession = (id: string) => identify({ kind: 'session', session_id: id });

async function someone(login: string, fields: Record<string, unknown> = {}): Promise<number> {
  return Number((await system.row(addUser, { login, password: 'secret', ...fields })).user_id);
}

function storeHash(userId: number, password: string | null): Promise<unknown> {
  return system.service.store.collection('users').updateOne({ _id: userId as never }, { $set: { password } });
}

async function storedHash(userId: number): Promise<string> {
  return (await system.service.store.collection('users').findOne({ _id: userId as never }))?.password;
}

describe('authentication by password', () => {
  it('takes login and login2 without case', async () => {
    const userId = await someone('anna', { login2: 'Anna@Example.com' });
    const identity = { user_id: userId, login: 'anna', role: 'user', blocked: false };
    expect(await byPassword('ANNA', 'secret')).toEqual(identity);
    expect(await byPassword('anna@example.COM', 'secret')).toEqual(identity);
    expect(await byPassword(ADMIN.login, ADMIN.password)).toMatchObject({ user_id: 1, role: 'admin' });
  });

  it('knows nobody by a wrong password, an unknown login or an address in the settings', async () => {
    await someone('berta', { settings: { email: 'berta@example.com' } });
    expect(await byPassword('berta', 'wrong1')).toBeUndefined();
    expect(await byPassword('nobody', 'secret')).toBeUndefined();
    expect(await byPassword('', 'secret')).toBeUndefined();
    expect(await byPassword('berta@example.com', 'secret')).toBeUndefined();
  });

  it('never lets blocked users and users without a password in', async () => {
    const userId = await someone('carl', { block: 1 });
    expect(await byPassword('carl', 'secret')).toBeUndefined();
    await system.call(changeUser, { user_id: userId, block: 0 });
    expect(await byPassword('carl', 'secret')).toMatchObject({ user_id: userId });
    await storeHash(userId, null);
    expect(await byPassword('carl', 'secret')).toBeUndefined();
    expect(await byPassword('carl', 'nobody')).toBeUndefined();
  });

  it.each([
    [
      'PBKDF2',
      `$7$1000$${'ab'.repeat(16)}$${pbkdf2Sync('päss--wort', Buffer.from('ab'.repeat(16), 'hex'), 1000, 32, 'sha512').toString('hex')}`,
    ],
    ['SHA-1', createHash('sha1').update('legacy-SHA-1--päss--wort').digest('hex')],
  ])('takes a legacy hash of %s and upgrades it', async (kind, hash) => {
    const userId = await someone(`legacy-${kind}`);
    const login = kind === 'SHA-1' ? 'legacy-sha-1' : `legacy-${kind}`.toLowerCase();
    const stored = kind === 'SHA-1' ? createHash('sha1').update(`${login}--päss--wort`).digest('hex') : hash;
    await storeHash(userId, stored);
    expect(await byPassword(login, 'wrong-one')).toBeUndefined();
    expect(await storedHash(userId)).toBe(stored);
    expect(await byPassword(login, 'päss--wort')).toMatchObject({ user_id: userId });
    expect(await storedHash(userId)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await byPassword(login, 'päss--wort')).toMatchObject({ user_id: userId });
  });

  it('refuses an address after five failures, right passwords included, and no other address', async () => {
    const attacker = '203.0.113.7';
    for (let count = 0; count < 5; count += 1) expect(await byPassword('admin', 'wrong1', attacker)).toBeUndefined();
    const refused = expect.objectContaining({
      status: 429,
      retryAfterSeconds: expect.any(Number),
      details: { ip: attacker },
    });
    await expect(byPassword('admin', ADMIN.password, attacker)).rejects.toEqual(refused);
    await expect(byPassword('admin', ADMIN.password, `::ffff:${attacker}`)).rejects.toEqual(refused);
    await expect(system.call(logInByApi, ADMIN, as.nobody(attacker))).rejects.toEqual(refused);
    await expect(system.call(logIn, ADMIN, as.nobody(attacker))).rejects.toEqual(refused);
    expect(await byPassword('admin', ADMIN.password, '203.0.113.8')).toMatchObject({ user_id: 1 });
  });

  it('never counts loopback and private networks', async () => {
    for (const address of ['127.0.0.1', '::1', '10.1.2.3', '172.20.0.1', '192.168.1.1', '::ffff:10.0.0.1']) {
      for (let count = 0; count < 6; count += 1) expect(await byPassword('nobody', 'wrong1', address)).toBeUndefined();
    }
  });

  it('heeds the settings of the user', async () => {
    await someone('dora', { settings: { strict_ip_mode: 1, ip: '198.51.100.1' } });
    expect(await byPassword('dora', 'secret', '198.51.100.1')).toMatchObject({ login: 'dora' });
    expect(await byPassword('dora', 'secret', '198.51.100.2')).toBeUndefined();
    await expect(
      system.call(logInByApi, { login: 'dora', password: 'secret' }, as.nobody('198.51.100.2')),
    ).rejects.toEqual(fault(403, 'Login from this IP is prohibited'));
    await someone('emil', { settings: { password_auth_disabled: 1 } });
    await expect(system.call(logInByApi, { login: 'emil', password: 'secret' }, as.nobody())).rejects.toEqual(
      fault(403, 'Password authentication is disabled.'),
    );
  });

  it('tells those to come again who would wait too long', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 300 }, () => byPassword(ADMIN.login, ADMIN.password)),
    );
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(attempts.length);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, retryAfterSeconds: 1 });
  });
});

describe('POST /user/auth.cgi', () => {
  it('answers a session, as hexadecimal text that is not stored', async () => {
    const userId = await someone('fritz');
    const answer = await system.call(logIn, { login: ' Fritz ', password: 'secret' }, as.nobody());
    expect(answer).toEqual({
      status: 200,
      msg: 'Successfully',
      session_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      user_id: userId,
    });
    expect(await bySession(answer.session_id)).toEqual({
      user_id: userId,
      login: 'fritz',
      role: 'user',
      blocked: false,
    });
    const stored = JSON.stringify(
      await system.service.store.collection('sessions').find({ user_id: userId }).toArray(),
    );
    expect(stored).not.toContain(answer.session_id);
    expect((await system.row(readSelf, {}, as.user(userId))).last_login).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it.each([
    [{}, 400, 'login or password not present'],
    [{ login: 'fritz' }, 400, 'login or password not present'],
    [{ login: 'fritz', password: '' }, 400, 'login or password not present'],
    [{ login: { a: 1 }, password: 'secret' }, 400, 'Invalid value of login: expected text of at most 1024 characters'],
    [{ login: 'fritz', password: 1 }, 400, 'Invalid value of password: expected text of at most 1024 characters'],
    [{ login: 'fritz', password: 'wrong1' }, 403, WRONG],
    [{ login: 'nobody', password: 'secret' }, 403, WRONG],
    [{ login: 'fritz', password: 'secret', admin: 1 }, 403, 'Forbidden: user is not admin'],
  ])('%j is refused with %i', async (args, status, text) => {
    await expect(system.call(logIn, args, as.nobody())).rejects.toEqual(fault(status, text));
  });

  it('sends the browser on to the cabinet with a session', async () => {
    await system.call(changeConfig, { key: 'cli', value: { url: 'https://cabinet.example' } });
    const { session_id: id } = await system.call(logIn, ADMIN, as.nobody());
    expect(await system.call(logIn, { session_id: id }, as.nobody())).toMatchObject({
      session_id: id,
      user_id: 1,
      redirect: 'https://cabinet.example',
    });
    await expect(system.call(logIn, { session_id: 'f'.repeat(32) }, as.nobody())).rejects.toMatchObject({
      status: 400,
    });
    expect(await system.row(readConfigKey, { key: 'cli' })).toEqual({ url: 'https://cabinet.example' });
  });

  it('takes a session from a link, but no credentials', async () => {
    const { session_id: id } = await system.call(logIn, ADMIN, as.nobody());
    const redirect = 'https://cabinet.example';
    expect(await system.call(logInByLink, { session_id: id }, as.nobody())).toMatchObject({ session_id: id, redirect });
    for (const args of [{ session_id: 'f'.repeat(32) }, {}, ADMIN]) {
      await expect(system.call(logInByLink, args as object, as.nobody())).rejects.toMatchObject({ status: 400 });
    }
  });
});

describe('POST /v1/user/auth', () => {
  it('answers the id alone', async () => {
    const answer = await system.call(logInByApi, ADMIN, as.nobody());
    expect(answer).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it.each([
    [{ login: 'admin' }, 400, 'Field required: password'],
    [{ login: '', password: 'x' }, 400, 'Field required: login'],
    [{ login: 'admin', password: 'wrong1' }, 403, WRONG],
  ])('%j is refused with %i', async (args, status, text) => {
    await expect(system.call(logInByApi, args as never, as.nobody())).rejects.toEqual(fault(status, text));
  });
});

describe('sessions', () => {
  it('are opened by administrators and templates', async () => {
    const userId = await someone('gerda');
    const { id } = await system.call(openSession, { user_id: userId });
    expect(await bySession(id)).toMatchObject({ user_id: userId });
    const { id: other } = await system.row(openSessionOf, { user_id: userId, usi: 5 }, as.system());
    expect(await bySession(String(other))).toMatchObject({ user_id: userId });
    await expect(system.call(openSession, { user_id: 999_999 })).rejects.toEqual(fault(404, 'User not found'));
    await expect(system.call(openSessionOf, { user_id: 999_999 }, as.system())).rejects.toMatchObject({ status: 404 });
  });

  it('end by logout, which always succeeds', async () => {
    const { id } = await system.call(openSession, { user_id: 1 });
    for (const given of [id, id, 'x', undefined, 5]) {
      expect(await system.call(logOut, { session_id: given }, as.nobody())).toEqual({
        status: 0,
        msg: 'Logout sucessfully',
      });
    }
    expect(await bySession(id)).toBeUndefined();
  });

  it.each(['', 'x'.repeat(32), 'A'.repeat(32), 'f'.repeat(31), '$ne'])('%j is none', async (id) => {
    expect(await bySession(id)).toBeUndefined();
  });

  it('end when the password changes or the user is blocked, and every gateway hears it', async () => {
    const userId = await someone('hans');
    const heard: number[] = [];
    const deaf = system.bus.onBroadcast(AUTHENTICATION_CHANGED_TOPIC, (payload) => {
      heard.push((payload as { user_id: number }).user_id);
    });
    const changes = [
      () => system.call(setPassword, { user_id: userId, password: 'secret1' }),
      () => system.call(setOwnPassword, { password: 'secret2' }, as.user(userId)),
      () => system.call(changeUser, { user_id: userId, password: 'secret3' }),
      () => system.call(changeUser, { user_id: userId, block: 1 }),
    ];
    for (const change of changes) {
      const { id } = await system.call(openSession, { user_id: userId });
      heard.length = 0;
      await change();
      expect(await bySession(id)).toBeUndefined();
      await expect.poll(() => heard).toContain(userId);
    }
    deaf();
  });

  it('of a blocked user say that he is blocked', async () => {
    const userId = await someone('ida', { block: 1 });
    const { id } = await system.call(openSession, { user_id: userId });
    expect(await bySession(id)).toMatchObject({ user_id: userId, blocked: true });
  });

  it('note their use at most every three minutes and go after three idle days', async () => {
    const { id } = await system.call(openSession, { user_id: 1 });
    const sessions = system.service.store.collection('sessions');
    const digest = createHash('sha256').update(id).digest('hex') as never;
    const updated = async () => (await sessions.findOne({ _id: digest }))?.updated as Date;
    const opened = await updated();
    await bySession(id);
    expect(await updated()).toEqual(opened);
    await sessions.updateOne({ _id: digest }, { $set: { updated: new Date(Date.now() - 200_000) } });
    await bySession(id);
    expect((await updated()).getTime()).toBeGreaterThan(Date.now() - 100_000);
  });
});

describe('passwords', () => {
  it.each([
    ['', 'Password is empty'],
    ['12345', 'Password is short'],
  ])('%j is refused', async (password, text) => {
    await expect(system.call(setPassword, { user_id: 1, password })).rejects.toEqual(fault(400, text));
    await expect(system.call(setOwnPassword, { password }, as.user(1))).rejects.toEqual(fault(400, text));
  });

  it('are required, and of a user who is there', async () => {
    await expect(system.call(setPassword, { user_id: 1 } as never)).rejects.toEqual(
      fault(400, 'Field required: password'),
    );
    await expect(system.call(setPassword, { user_id: 999_999, password: 'secret' })).rejects.toEqual(
      fault(404, 'User not found'),
    );
    await expect(system.call(setOwnPassword, { password: 'secret' }, as.admin(999_999))).rejects.toMatchObject({
      status: 404,
    });
  });

  it('are answered by no operation', async () => {
    const row = await system.row(setPassword, { user_id: 1, password: ADMIN.password });
    expect(JSON.stringify(row)).not.toContain('argon2');
  });
});
