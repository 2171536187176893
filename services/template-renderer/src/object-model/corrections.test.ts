import {
  addServer,
  deletePay,
  type LedgerRow,
  listLedger,
  renderForTask,
  verifyLedger,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

const settings = { allow_write: true };
let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await TestSystem.start(1, { SPOOL_WORKERS: '0' });
  shop = await openShop(system);
});
afterAll(() => system.stop());

const byAdmin = (source: string) => system.print(source, { settings, caller: as.admin(shop.anna) });

/** Anna paid 500, got a bonus of 7 that was spent, and was charged 143. */
describe('user.set_balance and user.recash', () => {
  it('correct the ledger, with the reason', async () => {
    const call = "user.set_balance( balance = -1.5, bonus = 2, comment = 'by hand' )";
    expect(await byAdmin(`{{ CALL ${call} }}{{ user.balance }},{{ user.get_bonus }}`)).toBe('355.5,2');
    const { rows } = await system.call(listLedger, { user_id: shop.anna, limit: 1 });
    expect((rows as readonly LedgerRow[])[0]).toMatchObject({
      kind: 'correction',
      lines: [{ type: 'correction', money: -150, bonus: 200, reason: 'by hand' }],
    });
  });

  it('make the balance what the rows come to, deleted payments left out', async () => {
    const { anna } = shop;
    const id = Number(await byAdmin('{{ user.pays.last.id }}'));
    await system.call(deletePay, { user_id: anna, id });
    const all = '{{ user.balance }},{{ user.get_bonus }}';
    expect(await byAdmin(all)).toBe('355.5,2');
    expect(await byAdmin(`{{ CALL user.recash }}${all}`)).toBe('312,0');
    expect((await system.call(verifyLedger, { user_id: anna })).rows[0]?.differences).toEqual([]);
  });

  it('are for tasks too', async () => {
    const name = await system.save('{{ user.set_balance( balance = 1 ) }}{{ user.balance }}', settings);
    const { rows } = await system.call(renderForTask, { user_id: shop.anna, name }, as.system());
    expect(rows[0]?.text).toBe('313');
  });

  it.each([
    ['user.set_balance( balance = 1 )', as.user, settings, 'user.set_balance is for administrators and tasks only'],
    ['user.recash', as.user, settings, 'user.recash is for administrators and tasks only'],
    ['user.recash', as.admin, {}, 'user.recash writes'],
    ['user.set_balance( credit = 1 )', as.admin, settings, 'expected balance, bonus, comment, not credit'],
    ["user.set_balance( balance = 'x' )", as.admin, settings, 'money'],
  ])('%s is refused %#', async (call, caller, own, text) => {
    const options = { settings: own, caller: caller(shop.anna) };
    await expect(system.print(`{{ ${call} }}`, options)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(text),
    });
  });
});

describe('members that every kind has in the original', () => {
  it('change servers, and merge JSON columns', async () => {
    await system.call(addServer, { name: 's', transport: 'local', settings: { a: 1, b: { c: 2 } } } as never);
    const server = "{{ s = server.filter( name = 's' ).items.first }}";
    const shown = '{{ s.settings.a }}{{ s.settings.b.c }}{{ s.settings.b.d }}';
    expect(await byAdmin(`${server}{{ CALL s.set_settings({ b = { d = 3 } }) }}${shown}`)).toBe('123');
    expect(await byAdmin(`${server}{{ CALL s.set_json('settings', { a = '' }) }}${shown}`)).toBe('23');
    expect(await byAdmin(`${server}{{ CALL s.set( host = 'h' ) }}{{ s.host }}`)).toBe('h');
    expect(await byAdmin(`${server}{{ s.services_count_increase }}{{ s.services_count_decrease }}`)).toBe('00');
    expect(await byAdmin("{{ CALL user.set_json('settings', { x = { y = 1 } }) }}{{ user.settings.x.y }}")).toBe('1');
    expect(await byAdmin(`{{ s = us(${shop.annasWeb}) }}{{ CALL s.make_event('none') }}{{ s.status }}`)).toBe('ACTIVE');
  });

  it.each([
    ['pay.last.set( money = 1 )', 'pay.set is not offered'],
    ['storage.set_settings({ a = 1 })', 'storage.set_settings is not offered'],
    ['user.create', 'user.create is not offered'],
    ["pay.make_event('x')", 'pay.make_event is not offered'],
    ["pay.last.set_json('comment', { a = 1 })", 'pay.set is not offered'],
    ["user.set_json('settings', 1)", 'expected a column and a hash'],
    ["server.set( host = 'h' )", 'server.set: there is no server'],
  ])('%s says so', async (call, text) => {
    await expect(byAdmin(`{{ ${call} }}`)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(text),
    });
  });
});
