import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop, WEB_NAME } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await TestSystem.start();
  shop = await openShop(system);
});
afterAll(() => system.stop());

const forAnna = (source: string) => system.print(source, { caller: as.user(shop.anna) });
/** With the service of the call: `usi` as templates.md 1.2 hands it over. */
const forWeb = (source: string) =>
  system.print(source, { caller: as.user(shop.anna), params: { usi: String(shop.annasWeb) } });
const forPack = (source: string) =>
  system.print(source, { caller: as.user(shop.anna), params: { usi: String(shop.annasPack) } });

describe('us', () => {
  it.each([
    ['us.name', 'Web anna.example'],
    ['us.status', 'ACTIVE'],
    ['us.category', 'web_tariff'],
    ['us.settings.domain', 'anna.example'],
    ['us.domain', 'anna.example'],
    ['us.service.cost', '100'],
    ['us.service.name', WEB_NAME],
    ['us.services.service_id == us.service_id', '1'],
    ['us.withdraw.total', '93'],
    ['us.wd.total', '93'],
    ['us.wd_total_composite', '93'],
    ['us.is_paid', '1'],
    ['us.has_expired', '0'],
    ['us.has_children', '0'],
    ['us.children.size', '0'],
    ['us.parent.id', ''],
    ['us.top_parent.id', ''],
    ['us.is_will_be_changed', '0'],
    ['us.is_will_be_deleted', '0'],
    ['us.has_services', '1'],
    ['us.has_services_active', '1'],
    ['us.has_services_block', '0'],
    ['us.has_services_unpaid', '0'],
    ['us.has_services_progress', '0'],
    ['us.has_services_removed', '0'],
    ['us.user.login', 'anna@example.org'],
    ['us.spool.size', '0'],
    ['us.has_spool_command', '0'],
    ['us.kind', 'us'],
  ])('%s', async (expression, expected) => {
    expect(await forWeb(`{{ ${expression} }}`)).toBe(expected);
  });

  it('has children and parents', async () => {
    expect(await forPack('{{ us.has_children }}{{ us.children.first.name }}')).toBe('1Mail');
    expect(await forPack("{{ us.child_by_category('mail').name }}<{{ us.child_by_category('x').name }}>")).toBe(
      'Mail<>',
    );
    expect(await forPack('{{ c = us.children.first }}{{ c.parent.name }},{{ c.top_parent.id == us.id }}')).toBe(
      'Package,1',
    );
  });

  it('lists, filters and orders', async () => {
    const names = (query: string) => forAnna(`{{ FOR s IN ${query}.items }}{{ s.name }};{{ END }}`);
    expect(await names('us')).toBe('Web anna.example;Package;Mail;');
    expect(await names("us.filter(status = 'ACTIVE', parent = null)")).toBe('Web anna.example;Package;');
    expect(await names("us.filter(status = 'BLOCK')")).toBe('');
    expect(await names("us.filter(settings = { domain = 'anna.example' })")).toBe('Web anna.example;');
    expect(await names("user.us.rsort('user_service_id').limit(1)")).toBe('Mail;');
    expect(await names("us.filter( '-or' = { user_service_id = 1, status = 'ACTIVE' } ).limit(1, 1)")).toBe('Package;');
    expect(await names('us.filter( user_service_id = between(2, 3) )')).toBe('Package;Mail;');
  });

  it('orders objects by members, and picks members of them', async () => {
    const shown = "{{ FOR s IN us.items.sort_by_key( category = 'desc' ) }}{{ s.category }};{{ END }}";
    expect(await forAnna(shown)).toBe('web_tariff;pack;mail;');
    expect(await forAnna("{{ us.items.pluck('name').join(';') }}")).toBe('Web anna.example;Package;Mail');
    expect(await forAnna("{{ user.items.pluck('login').size }}")).toBe('3');
  });

  it('by id', async () => {
    expect(await forAnna(`{{ us(${shop.annasWeb}).name }},{{ us.id(${shop.annasPack}).name }}`)).toBe(
      'Web anna.example,Package',
    );
    expect(await forAnna(`<{{ us(999).name }}{{ user.us(999).name }}>`)).toBe('<>');
    expect(await forAnna(`{{ user.us(${shop.annasWeb}).name }}`)).toBe('Web anna.example');
  });
});

describe('user.services.list_for_api', () => {
  it('joins rows with the catalogue, newest first, roots only', async () => {
    const source =
      '{{ FOR s IN user.services.list_for_api() }}{{ s.name }}:{{ s.cost }}:{{ s.withdraws.total }};{{ END }}';
    expect(await forAnna(source)).toBe('Package:50:50;Web anna.example:100:93;');
  });
  it('folds one row and takes pairs', async () => {
    expect(await forAnna(`{{ user.services.list_for_api('usi', ${shop.annasWeb}).name }}`)).toBe('Web anna.example');
    expect(await forAnna(`{{ user.services.list_for_api('parent', ${shop.annasPack}).name }}`)).toBe('Mail');
    expect(await forAnna("{{ user.services.list_for_api('category', 'web%').status }}")).toBe('ACTIVE');
    expect(await forAnna("{{ user.services.list_for_api( category = 'web%' ).status }}")).toBe('ACTIVE');
  });
});

describe('service', () => {
  it.each([
    ['service.items.size', '3'],
    ["service.filter( category = 'web%' ).items.first.name", WEB_NAME],
    ['service.list_for_api().size', '3'],
    ['service.categories.join', 'mail pack web_tariff'],
    ['service.api_price_list.size', '2'],
    ["service.api_price_list( category = 'pack' ).real_cost", '50'],
    ['service.price_list.size', '2'],
  ])('%s', async (expression, expected) => {
    expect(await forAnna(`{{ ${expression} }}`)).toBe(expected);
  });
  it('by id', async () => {
    const { web, pack, mail } = shop;
    expect(await forAnna(`{{ service(${web}).cost }},{{ service.id(${pack}).name }},{{ service.id(99).id }}`)).toBe(
      '100,Package,',
    );
    expect(await forAnna(`{{ s = service(${pack}) }}{{ s.subservices.first.name }},{{ s.cost_composite }}`)).toBe(
      'Mail,60',
    );
    expect(await forAnna(`{{ service.price_list_check_allow_to_order(${web}) }}`)).toBe('1');
    expect(await forAnna(`{{ service.price_list_check_allow_to_order(${mail}) }}`)).toBe('0');
    const used = '{{ s.is_ever_used }}{{ s.is_currently_used }}{{ s.was_previously_used }}';
    expect(await forAnna(`{{ s = service(${web}) }}${used}`)).toBe('110');
  });
});

describe('wd', () => {
  it.each([
    ['wd.items.size', '2'],
    ['wd.items.first.total', '93'],
    ['wd.items.first.us.name', 'Web anna.example'],
    ['wd.items.first.service.cost', '100'],
    ['wd.items.first.paid.size', '1'],
    ['wd.items.first.unpaid.size', '0'],
    ['wd.items.first.next.id', ''],
    ['wd.sum.total', '143.00'],
    ['wd.list_for_api().first.name', 'Package'],
  ])('%s', async (expression, expected) => {
    expect(await forAnna(`{{ ${expression} }}`)).toBe(expected);
  });
});
