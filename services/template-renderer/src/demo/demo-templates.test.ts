import {
  addPromos,
  applyPromo,
  deleteTemplate,
  getTemplate,
  listTemplates,
  type TemplateRow,
} from '@countinghouse/contracts';
import { startService } from '@countinghouse/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templateRenderer } from '../template-renderer.ts';
import { openShop, type Shop } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';
import { DEMO_TEMPLATES } from './demo-templates.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await TestSystem.start(2, { DEMO_DATA: '1' });
  shop = await openShop(system);
});
afterAll(() => system.stop());

const ids = async () => ((await system.call(listTemplates, {})).rows as TemplateRow[]).map(({ id }) => id).sort();

describe('the templates of the demonstration', () => {
  it('are there once, and stay deleted', async () => {
    expect(await ids()).toEqual(DEMO_TEMPLATES.map(({ id }) => id).sort());
    await system.call(deleteTemplate, { id: 'pay-link' });
    await system.addRenderer();
    expect(await ids()).not.toContain('pay-link');
  });

  it('are refused in production', async () => {
    const environment = { ...system.environment, NODE_ENV: 'production' };
    await expect(startService(templateRenderer, environment)).rejects.toThrow('DEMO_DATA');
  });

  it('answer a webhook', async () => {
    const caller = as.nobody();
    const ask = (secret: string, uid: number) =>
      system.render('balance', { caller, headers: { 'x-webhook-secret': secret }, params: { uid: String(uid) } });
    expect(JSON.parse((await ask('change-me', shop.anna)).body)).toMatchObject({
      user_id: shop.anna,
      last_payment: { money: 45 },
      to_pay: 0,
    });
    expect(await ask('change-me', 9_999)).toMatchObject({ status: 404 });
    expect(await ask('guessed', shop.anna)).toMatchObject({ status: 403 });
  });

  it('list users for administrators', async () => {
    expect(JSON.parse((await system.render('users')).body)).toHaveLength(6);
    const call = system.call(
      getTemplate,
      { name: 'users', params: {}, headers: {}, method: 'GET' },
      as.user(shop.anna),
    );
    await expect(call).rejects.toMatchObject({ status: 400 });
  });

  it('make a page and a mail', async () => {
    const caller = as.user(shop.anna);
    const page = (await system.render('account', { caller })).body;
    expect(page).toContain('<h1>Anna Ant</h1>');
    expect(page).toContain('<td>Web anna.example</td><td>ACTIVE</td>');
    expect(page).toContain('<footer>My Company LTD</footer>');
    expect((await system.render('mail-forecast', { caller })).body).toContain('Dear Anna Ant,\n\nplease pay 0 RUB');
  });

  it('give a bonus for a promo code', async () => {
    const { rows } = await system.call(addPromos, { template_id: 'promo-bonus', settings: { bonus: 25 } });
    const applied = await system.call(applyPromo, { code: rows[0] as string }, as.user(shop.boris));
    expect(applied.text).toBe('You have got a bonus of 25.');
    expect(await system.print('{{ bonus.amount }}', { caller: as.user(shop.boris) })).toBe('25');
  });
});
