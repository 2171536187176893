import {
  addProfile,
  addUser,
  authenticate,
  changeUser,
  checkResetToken,
  finishReset,
  MAIL_REQUESTED_EVENT,
  mergeConfigKey,
  readEmail,
  readEmails,
  removeEmail,
  resetPassword,
  setEmail,
  setEmailOf,
  verifyEmail,
  verifyEmailByPath,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../test-system.ts';
import { isEmail } from './email-address.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

async function someone(login: string, fields: Record<string, unknown> = {}): Promise<number> {
  return Number((await system.row(addUser, { login, password: 'secret', ...fields })).user_id);
}

/** The last mail that was asked for. */
async function lastMail(userId: number): Promise<Record<string, unknown>> {
  const events = system.service.store.collection('events');
  const find = async () =>
    (await events.find({ type: MAIL_REQUESTED_EVENT }, { sort: { _id: -1 } }).toArray())
      .map(({ data }) => JSON.parse(data))
      .find((mail) => mail.user_id === userId);
  await expect.poll(find).toBeDefined();
  return find();
}

describe('the own address', () => {
  it('is the first valid one of settings, login2, login and profiles', async () => {
    const userId = await someone('no-address', { login2: '@tg' });
    const email = () => system.row(readEmail, {}, as.user(userId));
    expect(await email()).toEqual({ email: null, email_verified: 0 });
    await system.call(addProfile, { user_id: userId, data: { email: 'profile@example.com' } });
    expect(await email()).toMatchObject({ email: 'profile@example.com' });
    await system.call(changeUser, { user_id: userId, login: 'login@example.com' });
    expect(await email()).toMatchObject({ email: 'login@example.com' });
    await system.call(changeUser, { user_id: userId, login2: 'second@example.com' });
    expect(await email()).toMatchObject({ email: 'second@example.com' });
    await system.call(changeUser, { user_id: userId, settings: { email: 'first@example.com', email_verified: 1 } });
    expect(await email()).toEqual({ email: 'first@example.com', email_verified: 1 });
    expect(await system.rows(readEmails, { user_ids: [userId, 999_999] }, as.system())).toEqual([
      {
        user_id: userId,
        email: 'first@example.com',
        emails: ['first@example.com', 'second@example.com', 'login@example.com', 'profile@example.com'],
      },
    ]);
  });

  it('is set, fills an empty login2, and must be free', async () => {
    const userId = await someone('setter');
    const set = async (email: string) => (await system.row(setEmail, { email }, as.user(userId))).msg;
    expect(await set('nonsense')).toBe('is not email');
    expect(await set('Setter@Example.com')).toBe('Successful');
    const other = await someone('setter2', { login2: 'used@example.com' });
    expect(await set('USED@example.com')).toBe('already in use');
    expect((await system.row(setEmailOf, { user_id: other, email: 'setter@example.com' }, as.system())).msg).toBe(
      'already in use',
    );
    const credential = { kind: 'password', login: 'setter@example.com', password: 'secret' } as const;
    expect(await system.row(authenticate, { credential }, as.nobody())).toMatchObject({ user_id: userId });
    expect(await system.row(removeEmail, {}, as.user(userId))).toEqual({ msg: 'Successful' });
    expect(await system.row(readEmail, {}, as.user(userId))).toMatchObject({ email: 'Setter@Example.com' });
  });

  it('is verified by a mailed code, which works once and is lost after five guesses', async () => {
    const userId = await someone('verifier', { settings: { email: 'v@example.com' } });
    const verify = async (args: object, operation: typeof verifyEmail = verifyEmail) =>
      (await system.row(operation, args, as.user(userId))).msg;
    expect(await verify({})).toBe('Email or code required');
    expect(await verify({ code: '123456' })).toBe('Invalid code');
    expect(await verify({ email: 'x@example.com' })).toBe('Email mismatch. Use the email shown in your profile.');
    expect(await verify({ email: 'V@example.com' })).toBe('Verification code sent');
    const mail = await lastMail(userId);
    expect(mail).toMatchObject({ to: 'v@example.com', server_gid: 2, title: 'send verify code' });
    const code = /\d{6}/.exec(String(mail.message))?.[0] ?? '';
    expect(await verify({ code: code === '000000' ? '000001' : '000000' })).toBe('Invalid code');
    expect(await verify({ code }, verifyEmailByPath)).toBe('Email verified successfully');
    expect(await system.row(readEmail, {}, as.user(userId))).toEqual({ email: 'v@example.com', email_verified: 1 });
    expect(await verify({ code })).toBe('Invalid code');
    await verify({ email: 'v@example.com' });
    for (let count = 0; count < 5; count += 1) await verify({ code: 'wrong' });
    expect(await verify({ code: 'wrong' })).toBe('Code expired');
  });

  it.each([
    [() => system.call(setEmail, {} as never, as.user(1)), 400],
    [() => system.call(readEmail, {}, as.admin(999_999)), 404],
    [() => system.call(setEmail, { email: 'a@example.com' }, as.admin(999_999)), 404],
    [() => system.call(verifyEmail, { code: '1' }, as.admin(999_999)), 404],
    [() => system.call(verifyEmailByPath, { code: '1' }, as.admin(999_999)), 404],
    [() => system.call(removeEmail, {}, as.admin(999_999)), 404],
    [() => system.call(setEmailOf, { user_id: 999_999, email: 'a@example.com' }, as.system()), 404],
  ])('answers its errors %#', async (call, status) => {
    await expect(call()).rejects.toMatchObject({ status });
  });
});

describe('a forgotten password', () => {
  const ask = async (args: object) => (await system.row(resetPassword, args, as.nobody())).msg;

  it('is asked for by login, login2, address or profile', async () => {
    const userId = await someone('forgetful', { login2: '@forget', settings: { email: 'forget@example.com' } });
    await system.call(addProfile, { user_id: userId, data: { email: 'Other@example.com' } });
    for (const args of [
      { login: 'Forgetful' },
      { login: '@FORGET' },
      { email: 'forget@Example.com' },
      { email: 'Other@example.com' },
    ]) {
      expect(await ask(args)).toBe('Successful');
    }
    const events = system.service.store.collection('events');
    await expect.poll(() => events.countDocuments({ type: 'user_password_reset' })).toBe(4);
    expect(await ask({ login: 'nobody' })).toBe('User not found');
    await someone('shut', { block: 1 });
    expect(await ask({ login: 'shut' })).toBe('User is blocked');
    await expect(ask({})).rejects.toMatchObject({ status: 400, message: 'Field required: email' });
  });

  it('is replaced with a mailed token where the configuration says so', async () => {
    await system.call(mergeConfigKey, { key: 'cli', body: '{"use_for_reset_password":1,"url":"https://my.example/"}' });
    const userId = await someone('tokened', { login2: 'tokened@example.com' });
    expect(await ask({ email: 'tokened@example.com' })).toBe('Successful');
    const mail = await lastMail(userId);
    const token = /https:\/\/my\.example\/reset-password\?token=(\w{35})$/.exec(String(mail.message))?.[1] ?? '';
    const check = async (given: string) => (await system.row(checkResetToken, { token: given }, as.nobody())).msg;
    const finish = async (given: string, password = 'renewed') =>
      (await system.row(finishReset, { token: given, password }, as.nobody())).msg;
    expect(await check('x'.repeat(35))).toBe('Invalid token');
    expect(await check(token)).toBe('Successful');
    await expect(finish(token, 'short')).rejects.toMatchObject({ status: 400 });
    expect(await finish(token)).toBe('Password reset successful');
    expect(await finish(token)).toBe('Invalid token');
    const credential = { kind: 'password', login: 'tokened', password: 'renewed' } as const;
    expect(await system.row(authenticate, { credential }, as.nobody())).toMatchObject({ user_id: userId });
    await ask({ login: 'tokened' });
    await system.service.store.collection('reset_tokens').updateMany({}, { $set: { expires_at: new Date(0) } });
    const second = /token=(\w{35})/.exec(String((await lastMail(userId)).message))?.[1] ?? '';
    if (second !== token) expect(await check(second)).toBe('Token expired');
    await expect(system.call(checkResetToken, {} as never, as.nobody())).rejects.toMatchObject({ status: 400 });
  });
});

describe('isEmail', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.com', 'имя@пример.рф'])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });
  it.each(['', 'a', 'a@b', '@b.co', 'a@b..co', 'a b@c.de', 'a@-b.co', `${'a'.repeat(250)}@b.co`, 5, null])(
    'refuses %s',
    (text) => {
      expect(isEmail(text)).toBe(false);
    },
  );
});
