import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logIn, type Send, sender } from './callers.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let nobody: Send;

beforeAll(async () => {
  world = await startWorld();
  ({ nobody } = world.callers);
});
afterAll(() => world.stop());

const secret = 'secret-of-guest';

async function configure(billing: object): Promise<void> {
  const text = JSON.stringify(billing);
  await world.rows({ method: 'POST', path: '/v1/admin/config/billing', text });
}

function register(body: object) {
  return nobody({ method: 'PUT', path: '/v1/user', body });
}

describe('PUT /v1/user', () => {
  it('registers, shows no hidden field, and lets in', async () => {
    const answer = await register({ login: 'New.Guest', password: secret, full_name: 'ignored', gid: 1, balance: 500 });
    expect(answer.json?.data).toMatchObject([{ login: 'new.guest', balance: 0, full_name: null }]);
    expect(Object.keys(answer.json?.data?.[0] ?? {})).not.toContain('gid');
    const session = await logIn(world.system.url, { login: 'NEW.GUEST', password: secret });
    const guest = sender(world.system.url, { 'session-id': session });
    expect((await guest({ method: 'GET', path: '/v1/user' })).json?.data).toMatchObject([{ login: 'new.guest' }]);
    expect((await guest({ method: 'GET', path: '/v1/admin/user' })).status).toBe(403);
  });

  it('takes a form, and the partner from an argument', async () => {
    const form = { login: 'by.form', password: secret, partner_id: String(world.callers.userId) };
    expect((await nobody({ method: 'PUT', path: '/v1/user', form })).status).toBe(200);
    const referrals = await world.callers.user({ method: 'GET', path: '/v1/user/referrals' });
    expect(referrals.json?.data).toEqual([{ total: 1 }]);
  });

  it.each([
    [409, 'Login already in use', { login: 'PLAIN.user', password: secret }],
    [400, 'Login is empty', { login: '', password: secret }],
    [400, 'Login is short or incorrect', { login: 'a b', password: secret }],
    [400, 'Password is empty', { login: 'another', password: '' }],
    [400, 'Password is short', { login: 'another', password: '12345' }],
    [400, 'Field required: login', { password: secret }],
    [400, 'Field required: password', { login: 'another' }],
    [400, 'Invalid value of login: expected ', { login: { $gt: '' }, password: secret }],
    [400, 'Invalid value of password: expected ', { login: 'another', password: [secret] }],
  ])('answers %i %s', async (status, error, body) => {
    const answer = await register(body);
    expect(answer.json).toMatchObject({ status, error: expect.stringContaining(error) });
    expect(answer.status).toBe(status);
  });

  it('answers 403 where it is switched off', async () => {
    await configure({ allow_user_register_api: 0 });
    const answer = await register({ login: 'too.late', password: secret });
    await configure({ allow_user_register_api: 1 });
    expect(answer.json).toMatchObject({ status: 403, error: 'Registration of new users is prohibited' });
  });

  it('answers 403 to a wrong captcha where one is demanded', async () => {
    await configure({ allow_user_register_captcha: 1 });
    const [captcha] = (await nobody({ method: 'GET', path: '/v1/user/captcha' })).json?.data ?? [];
    expect(Buffer.from(String(captcha?.image), 'base64').toString()).toContain('<svg');
    const captcha_token = captcha?.token;
    const answer = await register({ login: 'robot', password: secret, captcha_token, captcha_answer: 'no sum' });
    await configure({ allow_user_register_captcha: 0 });
    expect(answer.json).toMatchObject({ status: 403, error: 'Invalid captcha' });
  });
});

describe('a password', () => {
  it('that its owner changes ends his sessions', async () => {
    const login = { login: 'changes.it', password: secret };
    await register(login);
    const session = await logIn(world.system.url, login);
    const own = sender(world.system.url, { 'session-id': session });
    const answer = await own({ method: 'POST', path: '/v1/user/passwd', body: { password: 'another-secret' } });
    expect(answer.json?.data).toMatchObject([{ login: 'changes.it' }]);
    expect((await own({ method: 'GET', path: '/v1/user' })).status).toBe(403);
    await expect(logIn(world.system.url, login)).rejects.toThrow('Incorrect login or password');
    expect(await logIn(world.system.url, { ...login, password: 'another-secret' })).toMatch(/^[0-9a-f]{32}$/);
  });

  it('that an administrator changes does the same', async () => {
    const { userId, send } = await world.user();
    const body = { user_id: userId, password: 'another-secret' };
    await world.rows({ method: 'POST', path: '/v1/admin/user/passwd', body });
    expect((await send({ method: 'GET', path: '/v1/user' })).status).toBe(403);
  });

  it('is never shown, and stays where a whole object is sent back', async () => {
    const { userId, send } = await world.user();
    const query = { user_id: userId };
    const [whole] = await world.rows({ method: 'GET', path: '/v1/admin/user', query });
    expect(Object.keys(whole ?? {})).not.toContain('password');
    const body = { ...whole, password: '', balance: 1000, bonus: 50, comment: 'sent back' };
    const [changed] = await world.rows({ method: 'POST', path: '/v1/admin/user', body });
    expect(changed).toEqual({ ...whole, comment: 'sent back' });
    expect((await send({ method: 'GET', path: '/v1/user' })).status).toBe(200);
  });
});

describe('blocking a user', () => {
  it('ends his sessions and his logins at once', async () => {
    const { userId, send } = await world.user();
    await world.rows({ method: 'POST', path: '/v1/admin/user', body: { user_id: userId, block: 1 } });
    expect((await send({ method: 'GET', path: '/v1/user' })).status).toBe(403);
  });
});
