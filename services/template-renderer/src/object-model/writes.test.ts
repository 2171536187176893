import { addServiceEvent } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await TestSystem.start(1, { SPOOL_WORKERS: '0' });
  shop = await openShop(system);
});
afterAll(() => system.stop());

const settings = { allow_write: true };
const forAnna = (source: string, usi = shop.annasWeb) =>
  system.print(source, { settings, caller: as.user(shop.anna), params: { usi: String(usi) } });

/** templates.md 2.3, column W. */
describe('user', () => {
  it.each([
    ["user.set( phone = '+49 1' )", 'user.phone', '+49 1'],
    ['user.set_settings({ a = { b = 1 } })', 'user.settings.a.b _ user.settings.colour', '1red'],
    ["user.set_settings({ colour = '' })", 'user.settings.colour', ''],
    ['user.set_settings({ a = { c = 2, b = nowhere } })', 'toJson(user.settings)', '{"a":{"c":2}}'],
    ["user.add_bonus(3, 'gift')", "bonus.rsort('id').items.first.comment.msg", 'gift'],
    ["user.set_bonus( bonus = 2, comment = 'more' )", 'bonus.amount', '5'],
    ['user.set_credit(10)', 'user.credit', '10'],
    ["user.set_email('new@example.org')", 'user.email', 'new@example.org'],
    ['bonus.add( bonus = 1 )', 'bonus.amount', '6'],
    ['pay.add( money = 1 )', 'pay.last.money', '1'],
    ["storage.save('n', { a = 1 })", "storage.load('n').a _ storage.read('n')", '1{"a":1}'],
    ["storage.save('t', 'text')", "storage.read('name', 't')", 'text'],
    ["storage.del('t')", "storage.read('t')", ''],
  ])('%s', async (write, read, expected) => {
    expect(await forAnna(`{{ CALL ${write} }}{{ ${read} }}`)).toBe(expected);
    expect(await forAnna(`{{ ${read} }}`)).toBe(expected);
  });

  it('gives nobody the rights of an administrator', async () => {
    const raise = '{{ CALL user.set( gid = 1 ) }}{{ user.gid }}';
    await expect(forAnna(raise)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('user.set( gid ) is for administrators and tasks only'),
    });
    expect(await forAnna('{{ user.gid }}')).toBe('0');
  });

  it('opens a session, sets a password, registers and deletes', async () => {
    expect(await forAnna('{{ user.gen_session.id }}')).toMatch(/^[0-9a-f]{32}$/);
    expect(await forAnna('{{ user.set_new_passwd.length > 5 }}')).toBe('1');
    const reg = "{{ row = user.reg( login = 'reg1', password = 'reg-secret', partner_id = user.id ) }}{{ row.login }}";
    expect(await forAnna(`${reg},{{ user(row.user_id).partner.login }}`)).toBe('reg1,anna@example.org');
    expect(
      await forAnna(
        "{{ u = user.filter( login = 'reg1' ).items.first }}{{ CALL u.delete }}{{ user.filter( login = 'reg1' ).items.size }}",
      ),
    ).toBe('0');
  });
});

describe('us', () => {
  it.each([
    ['us.set( auto_bill = 0 )', 'us.auto_bill', '0'],
    ["us.set_settings({ x = 'y' })", 'us.settings.x _ us.settings.domain', 'yanna.example'],
    ["us.settings({ x = 'z' }).settings_save", 'us.settings.x', 'z'],
    ['us.block', 'us.status', 'BLOCK'],
    ['us.activate', 'us.status', 'ACTIVE'],
    ["us.set_status_manual('BLOCK')", 'us.status', 'BLOCK'],
    ["us.set_status_manual('ACTIVE')", 'us.status', 'ACTIVE'],
    ['us.touch', 'us.status', 'ACTIVE'],
    ['us.add_period_by_money(10)', 'us.withdraw.total', '103'],
  ])('%s', async (write, read, expected) => {
    expect(await forAnna(`{{ CALL ${write} }}{{ ${read} }}`)).toBe(expected);
  });

  it('keeps a generated password', async () => {
    expect(await forAnna('{{ p = us.gen_store_pass(12) }}{{ p.length }},{{ p == us.settings.password }}')).toBe('12,1');
  });

  it('queues commands of events and of its own', async () => {
    const event = {
      name: 'changed',
      title: 'Changed',
      kind: 'UserService',
      settings: { category: 'web%', transport: 'local' },
    };
    await system.call(addServiceEvent, event as never);
    expect(
      await forAnna("{{ us.commands_by_event('CHANGED').first.title }}{{ us.commands_by_event('other').size }}"),
    ).toBe('Changed0');
    expect(await forAnna("{{ us.commands_by_event('CHANGED').size }}", shop.annasPack)).toBe('0');
    const custom =
      "{{ id = us.make_custom_event( name = 'mine', title = 'Mine', transport = 'local', template_id = 't', prio = 5, settings = { a = 1 } ) }}";
    expect(
      await forAnna(
        `${custom}{{ t = spool(id) }}{{ t.event.title }},{{ t.prio }},{{ t.settings.a }},{{ us.has_spool_command }}`,
      ),
    ).toBe('Mine,5,1,1');
    expect(await forAnna('{{ us.cur_event }},{{ us.last_event }}')).toBe('MINE,MINE');
    await expect(forAnna("{{ us.make_custom_event( name = 'x' ) }}")).rejects.toMatchObject({ status: 400 });
    expect(await forAnna("{{ CALL us.event('CHANGED') }}{{ us.spool.size }}")).toBe('2');
  });

  it('orders, changes and removes', async () => {
    const create = `{{ s = us.create( service_id = ${shop.web}, settings = { domain = 'b' } ) }}{{ s.name }},{{ s.status }}`;
    expect(await forAnna(create)).toBe('Web b,ACTIVE');
    expect(await forAnna(`{{ CALL us.rsort('user_service_id').items.first.delete_force }}{{ us.items.size }}`)).toBe(
      '3',
    );
    const row = `{{ r = service.reg( service_id = ${shop.web}, check_allow_to_order = 1 ) }}{{ r.status }}`;
    expect(await forAnna(row)).toBe('ACTIVE');
    const refused = `{{ service.reg( service_id = ${shop.mail}, check_allow_to_order = 1 ) }}`;
    await expect(forAnna(refused)).rejects.toMatchObject({ status: 400 });
  });
});

describe('the catalogue and write-offs', () => {
  it('are changed', async () => {
    const { web, annasWeb } = shop;
    expect(
      await forAnna(
        `{{ s = service(${web}) }}{{ CALL s.set( descr = 'd' ) }}{{ CALL s.set_settings({ k = 'v' }) }}{{ s.descr }}{{ s.config.k }}`,
      ),
    ).toBe('dv');
    const merged =
      'CALL s.set_settings({ deep = { a = 1, b = 2 } }); CALL s.set_settings({ k = nowhere, deep = { a = 3 } })';
    expect(await forAnna(`{{ s = service(${web}); ${merged}; toJson(s.settings) }}`)).toBe('{"deep":{"a":3,"b":2}}');
    const add = `{{ id = wd.add( cost = 30, service_id = ${web}, user_service_id = ${annasWeb}, months = 1 ) }}{{ w = wd(id) }}{{ w.cost }}`;
    expect(await forAnna(`${add}{{ CALL w.delete_unpaid }},{{ wd(id).cost }}`)).toBe('30,');
    expect(await forAnna(`{{ s = service(${shop.mail}) }}{{ CALL s.delete }}{{ s.deleted }}`)).toBe('1');
  });
});

describe('settings of promo codes', () => {
  it('are merged deeply', async () => {
    const made =
      "codes = promo.generate( template_id = 'gift', settings = { bonus = { a = 1, b = 2 } } ); p = promo(codes.0)";
    const changed = 'CALL p.set_settings({ bonus = { a = 3 } }); p = promo(codes.0); toJson(p.settings.bonus)';
    expect(await forAnna(`{{ ${made}; ${changed} }}`)).toBe('{"a":3,"b":2}');
  });
});

describe('without allow_write', () => {
  it.each([
    'user.set( phone = 1 )',
    'user.add_bonus(1)',
    'user.gen_session',
    'user.delete',
    'us.block',
    "us.event('X')",
    'us.gen_store_pass',
    "us.make_custom_event( name = 'x' )",
    'us.create( service_id = 1 )',
    'pay.add( money = 1 )',
    'bonus.add( bonus = 1 )',
    'service.reg( service_id = 1 )',
    'service(1).set( cost = 1 )',
    "storage.save('a', 'b')",
    "spool.add( event = { name = 'x' } )",
    "promo.generate( template_id = 'x' )",
    "tpl.set( data = 'x' )",
  ])('%s is refused by name', async (call) => {
    const options = { caller: as.user(shop.anna), params: { usi: String(shop.annasWeb) } };
    const member = call.replace(/\(.*$/, '').replace('service(1)', 'service');
    await expect(system.print(`{{ ${call} }}`, options)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`${member.includes('.') ? member : 'service.set'} writes`),
    });
  });
});
