import {
  addConfig,
  addProfile,
  addPromos,
  addServer,
  addServerGroup,
  addStorage,
  mergeConfigKey,
  mergeSettings,
  queueTask,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await TestSystem.start(1, { SPOOL_WORKERS: '0', TZ: 'UTC' });
  shop = await openShop(system);
  await configure();
  const { anna, annasWeb } = shop;
  const telegram = { login: 'ann', chat_id: 5, shop: { chat_id: 7, username: 'ann_shop' } };
  const settings = { telegram, partner: { income_percent: 30 }, email: 'ann@example.org' };
  await system.call(mergeSettings, { user_id: anna, settings }, as.system());
  await system.call(addProfile, { user_id: anna, data: { email: 'profile@example.org' } } as never);
  await system.call(addStorage, { user_id: anna, name: 'note', data: '{"a":1}' } as never);
  await system.call(addPromos, { template_id: 'gift', code: 'SPRING', user_id: anna, settings: { reusable: 1 } });
  const event = { name: 'CREATE', title: 'Create', settings: { transport: 'local' } };
  const task = { user_id: anna, event, settings: { user_service_id: annasWeb }, prio: 7 };
  await system.call(queueTask, task as never, as.system());
});
afterAll(() => system.stop());

async function configure(): Promise<void> {
  await system.call(mergeConfigKey, {
    key: 'billing',
    body: '{"type":"honest","currency":"EUR","partner":{"income_percent":15}}',
  });
  await system.call(addConfig, { key: 'currencies', value: { USD: 0.5, GBP: { value: 200, nominal: 100 } } } as never);
  const { rows } = await system.call(addServerGroup, { name: 'web', transport: 'local', type: 'evenly' } as never);
  const { group_id: server_gid } = rows[0] as { group_id: number };
  const server = { name: 'web1', transport: 'local', host: 'h', ip: '10.0.0.1', settings: { key_id: 7 }, server_gid };
  await system.call(addServer, server as never);
}

const print = (expression: string) =>
  system.print(`{{ ${expression} }}`, {
    caller: { ...as.user(shop.anna), address: '203.0.113.9' },
    params: { usi: String(shop.annasWeb), p: 'q' },
    headers: { 'X-Mine': 'm' },
  });

/** Each readable member of templates.md 2.3 that `user.test.ts` and `user-service.test.ts` do not read: what it prints for Anna. */
const MEMBERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  user: [
    ['user.items.size', '3'],
    ['user.emails.size', '3'],
    ['user.income_percent', '30'],
    ['user.partner.income_percent', ''],
    ['user.referrals.first.income_percent', '15'],
    ['user.referrals.size', '1'],
    ['user.services.items.size', '3'],
    ["user.storage.read('note')", '{"a":1}'],
    ['user.spool.filter( prio = 7 ).items.size', '1'],
    ['user.spool_history.items.size', '0'],
    ['user.promo.items.first.id', 'SPRING'],
    ['user.profile.data.email', 'profile@example.org'],
    ['user.profile.items.size', '1'],
    ['user.telegram.login', 'ann'],
    ['user.withdraws.items.size', '2'],
    ['user.pays.user_id == user.id', '1'],
  ],
  us: [
    ['us.billing', 'Honest'],
    ['us.get_parent', ''],
    ['us.auto_bill', '1'],
    ['us.status_before', 'INIT'],
    ['us.withdraw_id == us.withdraw.id', '1'],
    ['us.server.id', ''],
    ['us.parent_has_expired', '0'],
    ["us.domains.join(',')", 'anna.example'],
    ['us.cur_event', 'CREATE'],
    ['us.last_event', 'CREATE'],
    ['us.has_spool_command', '1'],
    ['us.spool.first.event.title', 'Create'],
    ["us.commands_by_event('create').size", '0'],
    ['us.items.size', '3'],
    ["us.list_for_api('usi', us.id).name", 'Web anna.example'],
  ],
  service: [
    ['service.settings', ''],
    ['service.items.first.no_auto_renew', ''],
    ['service.us.items.size', '3'],
    ['service.wd.items.size', '2'],
    ["service.filter( category = 'pack' ).items.first.children.first.name", 'Mail'],
    ["service.price_list( filter = { category = 'pack' } ).cost", '50'],
  ],
  'pay, bonus and wd': [
    ['pay.last.pay_system_id', 'test'],
    ['pay.last.uniq_key', ''],
    ['bonus.items.first.comment.msg', 'welcome'],
    ['bonus.sum.bonus', '0.00'],
    ['wd.last.total', '50'],
    ['wd.paid.size', '2'],
    ['wd.unpaid.size', '0'],
    ['wd.items.first.last.total', '93'],
    ['wd.items.first.qnt', '1'],
    ['user.wd.sum.rows_count', '2'],
  ],
  servers: [
    ["server.filter( name = 'web1' ).items.first.host", 'h'],
    ["server.filter( name = 'web1' ).items.first.group.name", 'web'],
    ["server.filter( name = 'web1' ).items.first.key_id", '7'],
    ["server.filter( name = 'web1' ).items.first.services_count", '0'],
    ["ref(server.list_by_transport('local')).pluck('name').grep('web1').size", '1'],
    ["server.servers_by_group_id(sg.filter( name = 'web' ).items.first.id).name", 'web1'],
    ["server.groups.filter( name = 'web' ).items.first.type", 'evenly'],
    ["sg.filter( name = 'web' ).items.first.transport", 'local'],
    ["sg.filter( name = 'web' ).items.first.get_servers.first.ip", '10.0.0.1'],
  ],
  storage: [
    ["storage.load('note')", '{"a":1}'],
    ["storage.read('name', 'note', 'decode_json', 1).a", '1'],
    ["storage.read('none')", ''],
    ["storage('note').name", 'note'],
    ["storage('note').read", '{"a":1}'],
    ["storage('none').name", ''],
    ['storage.items.first.user.login', 'anna@example.org'],
    ['storage.list_for_api.name', 'note'],
    ['storage.list_for_api.data', ''],
  ],
  'config, tpl and request': [
    ['config.billing.currency', 'EUR'],
    ['tpl.settings.nosuch', ''],
    ['tpl.data', '{{ tpl.data }}'],
    ['tpl.used_from_http', '1'],
    ['request.params.p', 'q'],
    ['request.headers.x-mine', 'm'],
    ['request.headers.HTTP_X_MINE', 'm'],
  ],
  spool: [
    ['spool.filter( prio = 7 ).items.first.event.name', 'CREATE'],
    ['spool.items.first.history.size', '0'],
    ["spool.statuses.pluck('status').grep('NEW').size", '1'],
    ['spool.items.first.user.login', 'anna@example.org'],
  ],
  promo: [
    ["promo('SPRING').template_id", 'gift'],
    ["promo('SPRING').is_used", '0'],
    ["promo('SPRING').status", '1'],
    ["promo.id('SPRING').settings.reusable", '1'],
    ['promo.items.size', '1'],
    ['promo.api_get.promo_code', 'SPRING'],
  ],
  profile: [
    ['profile.items.first.data.email', 'profile@example.org'],
    ['profile.data.email', 'profile@example.org'],
  ],
  telegram: [
    ['telegram.login', 'ann'],
    ['telegram.username', 'ann'],
    ['telegram.chat_id', '5'],
    ['telegram.settings.shop.chat_id', '7'],
    ['telegram.user_tg_settings.login', 'ann'],
    ["telegram.profiles.join(',')", 'shop'],
    ['telegram.profile', ''],
    ["telegram.profile('shop').profile", 'shop'],
    ["telegram.profile('shop').username", 'ann_shop'],
    ["telegram.profile('shop').chat_id", '7'],
    ["telegram.profile('none').chat_id", ''],
    ['telegram.response', ''],
  ],
  currency: [
    ["currency.convert('USD', 'GBP', 8)", '2'],
    ["currency.convert( from = 'USD', to = 'GBP', amount = 8 )", '2'],
    ["currency.from('USD').to('GBP').convert(8)", '2'],
    ["currency.from('USD', 8)", '4'],
    ["currency.to('USD', 8)", '16'],
    ['currency.from', 'EUR'],
    ["currency.from('USD').from", 'USD'],
    ["currency.get('GBP').nominal", '100'],
    ["currency.get_value('GBP')", '2'],
    ["currency.currencies.join(',')", 'EUR,GBP,USD'],
  ],
  'http, ssh, cache, report and logger': [
    ['http.response', ''],
    ['ssh.output', ''],
    ['ssh.logs', ''],
    ['ssh.is_success', ''],
    ['ssh.ret_code', ''],
    ["cache.get('none')", ''],
    ["cache.get_json('none').a", ''],
    ['report.is_success', '1'],
    ['report.errors.size', '0'],
    ["logger.error('e')", ''],
    ["logger.warning('w')", ''],
    ["logger.info('i')", ''],
    ["logger.debug('d')", ''],
  ],
};

describe.each(Object.entries(MEMBERS))('%s', (_object, members) => {
  it.each(members)('%s', async (expression, expected) => {
    expect(await print(expression)).toBe(expected);
  });
});
