import {
  addUser,
  changeConfig,
  deleteAutoPayment,
  listAutoPayments,
  listConfiguredPaySystems,
  listPaySystems,
  readPaySystems,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../test-system.ts';

const SAVED = { card: { token: 'tok-1', name: 'Visa 1111' }, wallet: { id: 'y' } };

let system: TestSystem;
let userId: number;
beforeAll(async () => {
  system = await TestSystem.start();
  const settings = { pay_systems: SAVED, kept: 1 };
  userId = Number((await system.row(addUser, { login: 'payer', password: 'secret', settings })).user_id);
});
afterAll(() => system.stop());

describe('GET /v1/user/pay/paysystems', () => {
  it('shows what is for clients, heaviest first, without secrets', async () => {
    await system.call(changeConfig, { key: 'api', value: { url: 'https://api.example/' } });
    await system.call(changeConfig, {
      key: 'pay_systems',
      value: {
        manual: { name: 'Manual', show_for_client: false },
        card: { name: 'Card', show_for_client: 1, weight: 5, allow_recurring: true, secret: 'S3CRET' },
        link: { name: 'Link', show_for_client: '1', weight: '50', payment_url: 'https://pay.example/?sum=' },
      },
    });
    system.neighbours.calls.length = 0;
    const rows = await system.rows(listPaySystems, {}, as.user(userId));
    expect(system.neighbours.calls).toEqual([`forecast ${userId} with blocked`]);
    const common = { user_id: userId, forecast: 12.5, amount: 12.5, internal: 0 };
    const program = (name: string, action: string) =>
      `https://api.example/shm/pay_systems/${name}.cgi?action=${action}&user_id=${userId}&ps=${name}&amount=`;
    const [saved, others] = [
      { weight: 100, allow_deletion: 1 },
      { recurring: 0, allow_deletion: 0 },
    ];
    expect(rows).toEqual([
      {
        ...{ ...common, ...saved, paysystem: 'card', name: 'Visa 1111', recurring: 1 },
        shm_url: program('card', 'payment'),
      },
      {
        ...{ ...common, ...saved, paysystem: 'wallet', name: 'wallet', recurring: 0 },
        shm_url: program('wallet', 'payment'),
      },
      { ...common, ...others, paysystem: 'link', name: 'Link', weight: 50, shm_url: 'https://pay.example/?sum=' },
      {
        ...{ ...common, ...others, paysystem: 'card', name: 'Card', weight: 5, recurring: 1 },
        shm_url: program('card', 'create'),
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/S3CRET|tok-1/);
    await expect(system.call(listPaySystems, {}, as.admin(999_999))).rejects.toMatchObject({ status: 404 });
  });
});

describe('what templates and old clients ask for', () => {
  it('is the list with another amount, of one pay system', async () => {
    const all = await system.rows(listPaySystems, {}, as.user(userId));
    const args = { user_id: userId, amount: 70 };
    const expected = all.map((row): Record<string, unknown> => ({ ...row, amount: 70 }));
    expect(await system.rows(readPaySystems, args, as.system())).toEqual(expected);
    const links = await system.rows(readPaySystems, { ...args, paysystem: 'link' }, as.system());
    expect(links).toEqual(expected.filter((row) => row.paysystem === 'link'));
    await expect(system.call(readPaySystems, { user_id: 999_999 }, as.system())).rejects.toMatchObject({ status: 404 });
  });

  it('is what is configured for clients, without secrets', async () => {
    const answer = await system.call(listConfiguredPaySystems, {}, as.user(userId));
    const common = { action: 'create', allow_recurring: 0 };
    expect(answer).toEqual([
      { ...common, paysystem: 'card', name: 'Card', weight: 5, allow_recurring: 1 },
      { ...common, paysystem: 'link', name: 'Link', weight: 50, payment_url: 'https://pay.example/?sum=' },
    ]);
    const ofNobody = system.call(listConfiguredPaySystems, {}, as.admin(999_999));
    await expect(ofNobody).rejects.toMatchObject({ status: 404 });
  });
});

describe('/v1/user/autopayment', () => {
  it('shows the saved methods and forgets them, one or all', async () => {
    const saved = () => system.row(listAutoPayments, {}, as.user(userId));
    expect(await saved()).toEqual(SAVED);
    expect(await system.call(deleteAutoPayment, { pay_system: 'none' }, as.user(userId))).toEqual({ success: 1 });
    expect(await system.call(deleteAutoPayment, { pay_system: 'card' }, as.user(userId))).toEqual({ success: 1 });
    expect(await saved()).toEqual({ wallet: { id: 'y' } });
    await system.call(deleteAutoPayment, {}, as.user(userId));
    expect(await saved()).toEqual({});
    await expect(system.call(listAutoPayments, {}, as.admin(999_999))).rejects.toMatchObject({ status: 404 });
    await expect(system.call(deleteAutoPayment, {}, as.admin(999_999))).rejects.toMatchObject({ status: 404 });
  });
});
