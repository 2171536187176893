import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customer, openShop, type Shop } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await TestSystem.start();
  shop = await openShop(system);
});
afterAll(() => system.stop());

const forAnna = (source: string) => system.print(source, { caller: as.user(shop.anna) });
const forBoris = (source: string) => system.print(source, { caller: as.user(shop.boris) });

/** templates.md 2.3, row "user". */
describe('user', () => {
  it.each([
    ['user.login', 'anna@example.org'],
    ['user.full_name', 'Anna Ant'],
    ['user.get_bonus', '0'],
    ['user.settings.colour', 'red'],
    ['user.get_settings.colour', 'red'],
    ['user.is_admin', '0'],
    ['user.is_blocked', '0'],
    ['user.authenticated', '1'],
    ['user.email', 'anna@example.org'],
    ["user.emails.join(',')", 'anna@example.org'],
    ['user.referrals_count', '1'],
    ['user.referrals.first.login', 'boris'],
    ['user.partner.login', ''],
    ['user.has_payments', '1'],
    ['user.has_withdraws', '1'],
    ['user.has_services', '1'],
    ['user.active_count', '3'],
    ['user.has_autopayment', '0'],
    ['user.kind', 'user'],
    ['user.nosuch', ''],
    ['user.keys', ''],
    ['user.size', ''],
    ['user', ''],
    ["user.attr('phone')", ''],
    ['user.pairs.login', 'anna@example.org'],
    ['user.reload.login', 'anna@example.org'],
  ])('%s', async (expression, expected) => {
    expect(await forAnna(`{{ ${expression} }}`)).toBe(expected);
  });

  it.each([
    ['user.partner.login', 'anna@example.org'],
    ['user.has_payments', '0'],
    ['user.has_withdraws', '0'],
    ['user.has_services', '0'],
    ['user.email', ''],
    ['user.pays.last.money', ''],
    ['user.us.items.size', '0'],
  ])('%s of somebody without anything', async (expression, expected) => {
    expect(await forBoris(`{{ ${expression} }}`)).toBe(expected);
  });

  it('others by id and by switch; the current one stays unless assigned', async () => {
    const { anna, boris } = shop;
    expect(await forAnna(`{{ user.id(${boris}).login }}`)).toBe('boris');
    expect(await forAnna(`{{ user(${boris}).login }}`)).toBe('boris');
    expect(await forAnna(`<{{ user.id(9999).login }}{{ user(9999).login }}>`)).toBe('<>');
    expect(await forAnna(`{{ u = user.switch(${boris}) }}{{ u.login }},{{ user.id }},{{ pay.items.size }}`)).toBe(
      `boris,${anna},0`,
    );
    expect(await forAnna("<{{ user.switch('').id }}{{ user.switch('abc').id }}>")).toBe('<>');
  });

  it('assigning to an attribute changes nothing', async () => {
    expect(await forAnna("{{ user.login = 'x' }}{{ user.login }}")).toBe('anna@example.org');
  });

  it('lists without the blocked, unless they are asked for', async () => {
    await customer(system, { login: 'blocked-one', block: 1 });
    const logins = (query: string) => forAnna(`{{ FOR u IN ${query}.items }}{{ u.login }};{{ END }}`);
    expect(await logins('user')).toBe('admin;anna@example.org;boris;');
    expect(await logins('user.filter(block = 1)')).toBe('blocked-one;');
    expect(await logins("user.filter(block = [0, 1]).rsort('user_id').limit(2)")).toBe('blocked-one;boris;');
  });
});

describe('pay and bonus', () => {
  it.each([
    ['user.pays.last.money', '45'],
    ['user.pays.last.date', '2020-02-03 04:05:06'],
    ['user.pays.last.pay_system_id', 'test'],
    ['user.pays.last.comment', 'by hand'],
    ['pay.items.first.comment.note', 'n'],
    ['pay.items.last.comment', 'by hand'],
    ['pay.list_for_api.first.comment', 'by hand'],
    ['user.pay.items.size', '2'],
    ['pay.items.first.money', '455'],
    ["pay.rsort('money').items.first.money", '455'],
    ["pay.sort('money').items.first.money", '45'],
    ['pay.filter(money = gt(100)).items.size', '1'],
    ['pay.sum.money', '500.00'],
    ['pay.sum.rows_count', '2'],
    ['pay.max.money', '455.00'],
    ['pay.min.money', '45.00'],
    ['pay.avg.money', '250.00'],
    ['pay.filter(money = 45).sum.money', '45.00'],
    ['pay.items.first.user.login', 'anna@example.org'],
    ['bonus.amount', '0'],
    ['user.bonus.items.first.bonus', '7'],
    ['bonus.items.first.comment.msg', 'welcome'],
    ["pay.list_for_api('limit', 1).money", '45'],
    ["ref(pay.list_for_api('limit', 1)).size", '1'],
    ['pay.list_for_api().size', '2'],
    ["pay.list_for_api('limit', 1, 'offset', 1).money", '455'],
    ["pay.list_for_api('sort_field', 'money', 'sort_direction', 'asc').first.money", '45'],
    ["pay.list_for_api('filter', { money = 455 }).money", '455'],
    ['pay.list( where = { money = 45 } ).money', '45'],
  ])('%s', async (expression, expected) => {
    expect(await forAnna(`{{ ${expression} }}`)).toBe(expected);
  });

  it('one by id, undefined where there is none', async () => {
    const id = await forAnna('{{ pay.last.id }}');
    expect(await forAnna(`{{ pay(${id}).money }}|{{ pay.id(${id}).money }}|{{ pay.id(99999).money }}`)).toBe('45|45|');
  });

  it('the last payment as JSON has its columns (spec 2.3)', async () => {
    const row = JSON.parse(await forAnna('{{ toJson(user.pays.last) }}')) as Record<string, unknown>;
    expect(row).toMatchObject({
      money: 45,
      date: '2020-02-03 04:05:06',
      pay_system_id: 'test',
      user_id: shop.anna,
      id: expect.any(Number),
      comment: 'by hand',
    });
  });

  it('forecast', async () => {
    const forecast = JSON.parse(await forAnna('{{ toJson(user.pays.forecast( days = 400 )) }}')) as {
      total: number;
      items: { name: string }[];
    };
    expect(forecast.items.map(({ name }) => name)).toEqual(['Web anna.example', 'Package']);
    expect(await forAnna("{{ user.pays.forecast('days', 400).total }}")).toBe(String(forecast.total));
    expect(await forAnna("{{ user.pays.forecast( days = '400', blocked = nowhere ).total }}")).toBe(
      `${forecast.total}`,
    );
    await expect(forAnna("{{ user.pays.forecast( days = 'x' ) }}")).rejects.toMatchObject({
      message: expect.stringContaining('Invalid value of days: expected an integer'),
    });
    expect(await forAnna('{{ user.pays.forecast.total }}')).toBe('0');
    expect(await forAnna('{{ pay.forecast.balance }}')).toBe(await forAnna('{{ user.balance }}'));
  });
});
