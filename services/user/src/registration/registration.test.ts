import {
  authenticate,
  countReferrals,
  drawCaptcha,
  findUserByLogin,
  mergeConfigKey,
  readReferrals,
  readUsers,
  register,
  registerUser,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

const fault = (status: number, message: string) => expect.objectContaining({ status, message });
const VISIBLE = [
  'balance',
  'bonus',
  'created',
  'credit',
  'discount',
  'dogovor',
  'full_name',
  'last_login',
  'login',
  'login2',
  'phone',
  'user_id',
];

describe('PUT /v1/user', () => {
  it('registers, remembers the address and the partner, and ignores everything else', async () => {
    const args = { login: 'New.One', password: 'secret', partner_id: 1, gid: 1, credit: 500, full_name: 'x' };
    const row = await system.row(register, args, as.nobody('::ffff:203.0.113.1'));
    expect(Object.keys(row).sort()).toEqual(VISIBLE);
    expect(row).toMatchObject({ login: 'new.one', credit: 0, full_name: null });
    const userId = Number(row.user_id);
    expect(await system.row(readUsers, { user_ids: [userId] })).toMatchObject({
      gid: 0,
      partner_id: 1,
      settings: { ip: '203.0.113.1' },
    });
    expect(system.neighbours.accounts.get(userId)).toMatchObject({ partner_id: 1 });
    expect(await system.rows(countReferrals, {}, as.user(1))).toEqual([{ total: 1 }]);
    expect(await system.rows(readReferrals, { user_ids: [1, userId] }, as.system())).toEqual([
      { user_id: 1, total: 1 },
      { user_id: userId, total: 0 },
    ]);
  });

  it('leaves an unknown partner out', async () => {
    const row = await system.row(register, { login: 'alone', password: 'secret', partner_id: 999_999 }, as.nobody());
    expect(await system.row(readUsers, { user_ids: [Number(row.user_id)] })).toMatchObject({ partner_id: null });
  });

  it.each([
    [{ password: 'secret' }, 'Field required: login'],
    [{ login: 'x1' }, 'Field required: password'],
    [{ login: '', password: 'secret' }, 'Login is empty'],
    [{ login: 'no blanks', password: 'secret' }, 'Login is short or incorrect'],
    [{ login: 'x1', password: '' }, 'Password is empty'],
    [{ login: 'x1', password: 'short' }, 'Password is short'],
    [{ login: 'x1', password: 'secret', partner_id: 'abc' }, expect.stringContaining('partner_id')],
  ])('%j is refused: %s', async (args, text) => {
    await expect(system.call(register, args as never, as.nobody())).rejects.toEqual(fault(400, text as string));
  });

  it('makes one user of a hundred who want the same login', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 100 }, () => system.call(register, { login: 'Wanted', password: 'secret' }, as.nobody())),
    );
    const outcomes = attempts.map((attempt) => (attempt.status === 'fulfilled' ? 200 : attempt.reason.status));
    expect(outcomes.filter((status) => status === 200)).toHaveLength(1);
    expect(outcomes.filter((status) => status !== 200 && status !== 409 && status !== 429)).toEqual([]);
    expect(await system.service.store.collection('users').countDocuments({ login: 'wanted' })).toBe(1);
  });

  it('takes five an hour from one address; refused logins do not count', async () => {
    const address = '203.0.113.50';
    for (let index = 0; index < 5; index += 1) {
      await expect(system.call(register, { login: 'new.one', password: 'secret' }, as.nobody(address))).rejects.toEqual(
        fault(409, 'Login already in use'),
      );
      await system.call(register, { login: `many${index}`, password: 'secret' }, as.nobody(address));
    }
    await expect(
      system.call(register, { login: 'many6', password: 'secret' }, as.nobody(address)),
    ).rejects.toMatchObject({
      status: 429,
      details: { ip: address },
    });
    await expect(
      system.call(register, { login: 'many6', password: 'secret' }, as.nobody('10.0.0.5')),
    ).resolves.toBeTruthy();
  });

  it('tells of it: created and registered', async () => {
    const { user_id: userId } = await system.row(register, { login: 'told', password: 'secret' }, as.nobody());
    const events = system.service.store.collection('events');
    await expect
      .poll(async () =>
        (await events.find({ event_id: { $regex: `:${userId}$` } }).toArray()).map(({ type }) => type).sort(),
      )
      .toEqual(['registered', 'user.created']);
  });
});

describe('the configuration of registration', () => {
  const merge = (body: object) => system.call(mergeConfigKey, { key: 'billing', body: JSON.stringify(body) });

  it('may switch it off', async () => {
    await merge({ allow_user_register_api: 0 });
    await expect(system.call(register, { login: 'late', password: 'secret' }, as.nobody())).rejects.toEqual(
      fault(403, 'Registration of new users is prohibited'),
    );
    await merge({ allow_user_register_api: 1 });
  });

  it('may demand a captcha, which works once', async () => {
    await merge({ allow_user_register_captcha: 1 });
    const { image, token } = await system.row(drawCaptcha, {}, as.nobody());
    const picture = Buffer.from(String(image), 'base64').toString();
    expect(picture).toMatch(/^<svg xmlns/);
    expect(picture).not.toContain('<text');
    const captcha = await system.service.store.collection('captchas').findOne({});
    expect(JSON.stringify(captcha)).not.toContain(token);
    const answer = { captcha_token: String(token), captcha_answer: captcha?.answer as number };
    const args = { login: 'human', password: 'secret' };
    await expect(system.call(register, args, as.nobody())).rejects.toEqual(fault(403, 'Invalid captcha'));
    await expect(system.call(register, { ...args, ...answer }, as.nobody())).resolves.toBeTruthy();
    await expect(system.call(register, { ...args, login: 'human2', ...answer }, as.nobody())).rejects.toEqual(
      fault(403, 'Invalid captcha'),
    );
    const { token: second } = await system.row(drawCaptcha, {}, as.nobody());
    const wrong = { captcha_token: String(second), captcha_answer: '1000' };
    await expect(system.call(register, { ...args, login: 'human3', ...wrong }, as.nobody())).rejects.toMatchObject({
      status: 403,
    });
    await merge({ allow_user_register_captcha: null });
  });
});

describe('registration by templates', () => {
  it('takes any field and answers the whole row', async () => {
    const row = await system.row(registerUser, { login: '@123', password: 'secret', full_name: 'Bot' }, as.system());
    expect(row).toMatchObject({ login: '@123', full_name: 'Bot', gid: 0 });
    expect(await system.rows(findUserByLogin, { login: '@123' }, as.system())).toEqual([{ user_id: row.user_id }]);
    expect(await system.rows(findUserByLogin, { login: 'no' }, as.system())).toEqual([]);
    const credential = { kind: 'password', login: '@123', password: 'secret' } as const;
    expect(await system.row(authenticate, { credential }, as.nobody())).toMatchObject({ login: '@123' });
    await expect(system.call(registerUser, { login: '@123', password: 'secret' }, as.system())).rejects.toMatchObject({
      status: 409,
    });
    await expect(
      system.call(registerUser, { login: '@124', password: 'secret', partner_id: 999_999 }, as.system()),
    ).rejects.toMatchObject({ status: 404 });
  });
});
