import { addUser, changeConfig, deleteAutoPayment, listAutoPayments, listPaySystems } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../test-system.ts';

let system: TestSystem;
let userId: number;
beforeAll(async () => {
  system = await TestSystem.start();
  const settings = { pay_systems: { card: { id: 'x' }, wallet: { id: 'y' } }, kept: 1 };
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
    const rows = await system.rows(listPaySystems, {}, as.user(userId));
    const common = { user_id: userId, forecast: 12.5, amount: 12.5, internal: 0 };
    expect(rows).toEqual([
      {
        ...common,
        paysystem: 'link',
        name: 'Link',
        weight: 50,
        shm_url: 'https://pay.example/?sum=',
        recurring: 0,
        allow_deletion: 0,
      },
      {
        ...common,
        paysystem: 'card',
        name: 'Card',
        weight: 5,
        shm_url: `https://api.example/shm/pay_systems/card.cgi?action=create&user_id=${userId}&ps=card&amount=`,
        recurring: 1,
        allow_deletion: 1,
      },
    ]);
    await expect(system.call(listPaySystems, {}, as.admin(999_999))).rejects.toMatchObject({ status: 404 });
  });
});

describe('/v1/user/autopayment', () => {
  it('shows the saved methods and forgets them, one or all', async () => {
    const saved = () => system.row(listAutoPayments, {}, as.user(userId));
    expect(await saved()).toEqual({ card: { id: 'x' }, wallet: { id: 'y' } });
    expect(await system.call(deleteAutoPayment, { pay_system: 'none' }, as.user(userId))).toEqual({ success: 1 });
    expect(await system.call(deleteAutoPayment, { pay_system: 'card' }, as.user(userId))).toEqual({ success: 1 });
    expect(await saved()).toEqual({ wallet: { id: 'y' } });
    await system.call(deleteAutoPayment, {}, as.user(userId));
    expect(await saved()).toEqual({});
    await expect(system.call(listAutoPayments, {}, as.admin(999_999))).rejects.toMatchObject({ status: 404 });
    await expect(system.call(deleteAutoPayment, {}, as.admin(999_999))).rejects.toMatchObject({ status: 404 });
  });
});
