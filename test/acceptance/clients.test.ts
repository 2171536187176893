import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, basic, type Send, sender } from './callers.ts';
import { type Row, startWorld, type World } from './world.ts';

let world: World;
let nobody: Send;
let url: string;

beforeAll(async () => {
  world = await startWorld({ env: { API_DIALECT: 'shm' } });
  ({ nobody } = world.callers);
  ({ url } = world.system);
});
afterAll(() => world.stop());

const first = (answer: Answer): Row => answer.json?.data?.[0] ?? {};

/** clients.md 1.1: cookie, form bodies, doubled slashes, whole rows sent back. */
describe('the classic administration', () => {
  let send: Send;
  let userId: number;
  let serviceId: number;
  let ordered: Row;

  const at = (path: string) => `//v1/admin/${path}`;
  const get = (path: string, query: object = {}) => send({ method: 'GET', path: at(path), query: { ...query } });
  const post = (path: string, body: object) => send({ method: 'POST', path: at(path), body });

  it('logs in by a form and reads the cookie', async () => {
    const form = { ...world.system.admin, admin: '1' };
    const answer = await nobody({ method: 'POST', path: '/user/auth.cgi', form });
    const cookie = /^session_id=[0-9a-f]{32}/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
    expect(cookie).toBe(`session_id=${answer.json?.session_id}`);
    send = sender(url, { cookie });
  });

  it('loads its seven pages', async () => {
    for (const page of [
      'user',
      'user/service',
      'user/pay',
      'user/service/withdraw',
      'service',
      'service/event',
      'user/profile',
    ]) {
      const answer = await get(page, { limit: 50, offset: 0, filter: {} });
      expect(answer.json, page).toMatchObject({ status: 200, data: expect.any(Array), items: expect.any(Number) });
    }
  });

  it('adds a user by the public registration and saves his whole row', async () => {
    const body = { full_name: 'Ann', login: 'ann', password: 'secret-of-ann' };
    userId = Number(first(await send({ method: 'PUT', path: '//v1/user', body })).user_id);
    const listed = await get('user', { limit: 50, offset: 0, filter: { block: 0, login: '%ann%' } });
    expect(listed.json).toMatchObject({ items: 1, data: [{ user_id: userId }] });
    const whole = first(await get('user', { user_id: userId }));
    const saved = await post('user', { ...whole, full_name: 'Ann Onymous', balance: 1_000_000 });
    expect(first(saved)).toEqual({ ...whole, full_name: 'Ann Onymous' });
  });

  it('finds users in its picker', async () => {
    const like = { '-like': '%onym%' };
    const filter = { block: 0, '-or': [{ full_name: like }, { login: like }, { user_id: 'onym' }] };
    expect((await get('user', { limit: 10, filter })).json?.data).toMatchObject([{ user_id: userId }]);
    expect((await get('user', { filter: { user_id: `%${userId}%` } })).json?.data).toMatchObject([{ user_id: userId }]);
  });

  it('credits a payment with a comment', async () => {
    const body = { user_id: userId, money: 250, pay_system_id: 'manual', comment: 'cash', next: null };
    const paid = await send({ method: 'PUT', path: at('user/payment'), body });
    expect(first(paid)).toMatchObject({ money: 250, pay_system_id: 'manual', comment: { comment: 'cash' } });
  });

  it('saves a service with what it does not know', async () => {
    const body = { name: 'Hosting', cost: 100, category: 'web', allow_to_order: 1 };
    const added = first(await send({ method: 'PUT', path: at('service'), body }));
    serviceId = Number(added.service_id);
    const saved = await post('service', { ...added, once_service: 1, children: [], descr: 'changed', deleted: 0 });
    expect(first(saved)).toEqual({ ...added, descr: 'changed' });
    const child = await world.service({ name: 'Mail' });
    const children = [{ service_id: child, name: 'Mail', qnt: 1, cost: 5 }];
    await post('service/children', { service_id: serviceId, children });
    expect((await get('service/children', { service_id: serviceId })).json?.data).toMatchObject([
      { service_id: child, name: 'Mail', qnt: 1 },
    ]);
  });

  it('orders, shows the tree and saves the whole row', async () => {
    const body = { user_id: userId, service_id: serviceId, cost: 100, months: 1, settings: { domain: 'example.com' } };
    ordered = first(await send({ method: 'PUT', path: at('service/order'), body }));
    expect(ordered).toMatchObject({ user_id: userId, status: 'ACTIVE', withdraws: { cost: 100 } });
    const children = await get('user/service', { parent: ordered.user_service_id });
    expect(children.json?.data).toMatchObject([{ name: 'Mail' }]);
    const { status: _status, ...row } = ordered;
    const saved = first(await post('user/service', { ...row, settings: { domain: 'example.org' } }));
    expect(saved).toMatchObject({ settings: { domain: 'example.org' }, status: 'ACTIVE' });
  });

  it('stops, activates, sets the status and deletes, in forms', async () => {
    const ids = { user_id: String(userId), user_service_id: String(ordered.user_service_id) };
    const command = (name: string, more: Record<string, string>) =>
      send({ method: 'POST', path: at(`user/service/${name}`), form: { ...ids, ...more } });
    expect(first(await command('stop', { auto_bill: '0' }))).toMatchObject({ status: 'BLOCK', auto_bill: 0 });
    expect(first(await command('activate', { auto_bill: '1' }))).toMatchObject({ status: 'ACTIVE', auto_bill: 1 });
    expect(first(await command('status', { status: 'BLOCK' }))).toMatchObject({ status: 'BLOCK' });
    const deleted = await send({ method: 'DELETE', path: at('user/service'), query: ids });
    expect([deleted.status, deleted.json?.data?.length]).toEqual([200, 1]);
  });

  it('tries a write-off while typing, and saves it', async () => {
    const [row] = (await get('user/service/withdraw', { user_id: userId })).json?.data ?? [];
    const { userId: other, userServiceId } = await world.active();
    const current = first(await get('user/service/withdraw', { filter: { user_service_id: userServiceId } }));
    const body = { ...current, user: { bonus: 0 }, cost: 60, dry_run: 1 };
    expect(first(await post('user/service/withdraw', body)).total).toBe(60);
    expect(first(await get('user/service/withdraw', { withdraw_id: current.withdraw_id })).total).toBe(100);
    expect(first(await post('user/service/withdraw', { ...body, dry_run: 0 })).total).toBe(60);
    expect(first(await get('user', { user_id: other })).balance).toBe(9940);
    expect(row).toMatchObject({ name: 'Hosting', user_id: userId });
  });

  it('opens the cabinet as the user', async () => {
    const text = '{"url":"https://cabinet.example"}';
    await send({ method: 'POST', path: at('config/cli'), text });
    const session = await send({ method: 'PUT', path: at('user/session'), form: { user_id: String(userId) } });
    expect(first(await get('config/cli')).url).toBe('https://cabinet.example');
    const query = { session_id: session.json?.id };
    const opened = await nobody({ method: 'GET', path: '/user/auth.cgi', query });
    expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://cabinet.example']);
    expect(opened.headers.get('set-cookie')).toContain(`session_id=${session.json?.id}`);
  });

  it('deletes the user and logs out', async () => {
    const deletion = { method: 'DELETE', path: at('user'), query: { user_id: userId } };
    expect((await send(deletion)).json?.error).toBe("Can't delete user with non-zero balance");
    expect((await send({ ...deletion, query: { user_id: userId, force: 1 } })).json?.data).toEqual(['1']);
    expect((await send({ method: 'POST', path: '/user/logout.cgi' })).status).toBe(200);
    expect((await get('user')).status).toBe(401);
  });
});

/** clients.md 1.2: session by the API, both spellings with a hyphen, LIKE on every column. */
describe('the new administration', () => {
  let send: Send;

  it('logs in and knows that it is an administrator', async () => {
    const answer = await nobody({ method: 'POST', path: '/v1/user/auth', body: world.system.admin });
    expect(Object.keys(answer.json ?? {})).toEqual(['id']);
    const id = String(answer.json?.id);
    send = sender(url, { 'session-id': id, cookie: `session-id=${id}` });
    expect(first(await send({ method: 'GET', path: '/v1/user' })).gid).toBe(1);
  });

  it('fills its frame and its dashboard', async () => {
    expect(first(await send({ method: 'GET', path: '/v1/company' })).name).toBe('My Company LTD');
    const version = await send({ method: 'GET', path: '/v1/admin/system/version' });
    expect(Object.keys(version.json ?? {})).toEqual(['version', 'commitSha', 'releaseUrl']);
    await world.richUser();
    const users = await send({ method: 'GET', path: '/v1/admin/user', query: { limit: 1 } });
    expect(users.json?.items).toBeGreaterThan(1);
    const week = { start: '2026-02-22', stop: '2026-03-01', field: 'date', limit: 0 };
    const pays = await send({ method: 'GET', path: '/v1/admin/user/pay', query: week });
    expect(pays.json?.items).toBe(pays.json?.data?.length);
    expect(pays.json?.items).toBeGreaterThan(0);
  });

  it('filters numbers, JSON and nested members by LIKE', async () => {
    const { userId } = await world.user({ settings: { telegram: { username: 'ann_on_telegram' } } });
    const users = (filter: object) => send({ method: 'GET', path: '/v1/admin/user', query: { filter } });
    const found = { data: [{ user_id: userId }] };
    expect((await users({ settings: '%ann_on_telegram%' })).json).toMatchObject(found);
    expect((await users({ user_id: { '-like': `${userId}` } })).json).toMatchObject(found);
    const event = { title: 'Tell', name: 'create', settings: { category: 'vpn-%' } };
    await send({ method: 'PUT', path: '/v1/admin/service/event', body: event });
    const query = { filter: { settings: { category: { '-like': '%vpn%' } } } };
    const events = await send({ method: 'GET', path: '/v1/admin/service/event', query });
    expect(events.json?.data).toMatchObject([{ title: 'Tell' }]);
  });

  it('tests a template in the envelope', async () => {
    const name = await world.template('{{ user.login }}');
    const query = { user_id: world.callers.userId, dry_run: 1, format: 'default' };
    expect((await send({ method: 'GET', path: `/v1/template/${name}`, query })).json?.data).toEqual(['plain.user']);
  });
});

/** clients.md 1.3 and 1.4. */
describe('the cabinets', () => {
  let send: Send;

  beforeAll(async () => {
    const { userId } = world.callers;
    await world.pay(userId, 500);
    const answer = await nobody({ method: 'POST', path: '/v1/user/auth', body: world.callers.userLogin });
    send = sender(url, { session_id: String(answer.json?.id), cookie: `session_id=${answer.json?.id}` });
  });

  it('order what is offered, see it, stop it and delete it', async () => {
    const offered = await world.service({ name: 'VPN', cost: 50, category: 'vpn' });
    const offers = await send({ method: 'GET', path: '/v1/service/order', query: { filter: { category: 'vpn' } } });
    expect(offers.json?.data).toMatchObject([{ service_id: offered, cost: 50, real_cost: 50, discount: 0 }]);
    expect(offers.json).toMatchObject({ items: 1, total: 1, limit: 25, offset: 0, filter: { category: 'vpn' } });
    const ordered = first(await send({ method: 'PUT', path: '/v1/service/order', body: { service_id: offered } }));
    const services = await send({ method: 'GET', path: '/v1/user/service', query: { limit: 1000 } });
    const { user_service_id } = ordered;
    const shown = {
      user_service_id,
      status: 'ACTIVE',
      parent: null,
      service: { name: 'VPN', cost: 50, category: 'vpn' },
    };
    expect(services.json?.data).toMatchObject([shown]);
    await send({ method: 'POST', path: '/v1/user/service/stop', body: { user_service_id } });
    const deleted = await send({ method: 'DELETE', path: '/v1/user/service', query: { user_service_id } });
    expect(deleted.json?.data).toHaveLength(1);
  });

  it('show money', async () => {
    const page = { limit: 10, offset: 0, sort_field: 'date', sort_direction: 'desc' };
    const pays = await send({ method: 'GET', path: '/v1/user/pay', query: { ...page, filter: { money: { '>': 0 } } } });
    expect(pays.json).toMatchObject({ items: 1, data: [{ money: 500 }] });
    expect(Object.keys(first(pays))).not.toContain('uniq_key');
    const filter = { total: { '!=': 0 } };
    const withdraws = await send({ method: 'GET', path: '/v1/user/withdraw', query: { limit: 10, filter } });
    expect(withdraws.json?.items).toBe(withdraws.json?.data?.length);
    const forecast = first(await send({ method: 'GET', path: '/v1/user/pay/forecast' }));
    expect(forecast).toMatchObject({ balance: expect.any(Number), bonuses: 0, total: 0, items: [] });
    expect((await send({ method: 'GET', path: '/v1/user/pay/paysystems' })).json?.data).toEqual([]);
  });

  it('tolerate a record that is not there, and a logout', async () => {
    expect((await send({ method: 'GET', path: '/v1/storage/manage/vpn_mrzb_1?format=json' })).status).toBe(404);
    await send({
      method: 'PUT',
      path: '/v1/storage/manage/vpn_mrzb_1',
      body: { subscription_url: 'https://s.example' },
    });
    const record = await send({ method: 'GET', path: '/v1/storage/manage/vpn_mrzb_1', query: { format: 'json' } });
    expect(record.json).toEqual({ subscription_url: 'https://s.example' });
  });
});

/** clients.md 4. */
describe('bots and tools', () => {
  let send: Send;

  beforeAll(async () => {
    const answer = await nobody({ method: 'POST', path: '/user/auth.cgi', body: world.system.admin });
    send = sender(url, { cookie: `session_id=${answer.json?.session_id}` });
  });

  it('a Telegram bot finds or creates its user, and orders once', async () => {
    const login = '@298002190';
    const find = () => send({ method: 'GET', path: '/v1/admin/user', query: { filter: { login } } });
    expect((await find()).json?.data).toEqual([]);
    await send({ method: 'PUT', path: '/v1/admin/user', body: { login, password: 'secret-of-bot' } });
    const userId = first(await find()).user_id;
    const service = await world.service({ category: 'vpn-eu' });
    const filter = { service_id: service, allow_to_order: 1, category: 'vpn-%' };
    expect((await send({ method: 'GET', path: '/v1/admin/service', query: { filter } })).json?.items).toBe(1);
    const body = { user_id: userId, service_id: service, check_exists_unpaid: 1 };
    const order = async () => first(await send({ method: 'PUT', path: '/v1/admin/service/order', body }));
    const ordered = await order();
    expect(ordered.status).toBe('NOT PAID');
    expect((await order()).user_service_id).toBe(ordered.user_service_id);
    const query = { filter: { user_id: userId } };
    expect((await send({ method: 'GET', path: '/v1/admin/user/service', query })).json?.items).toBe(1);
    const target = { user_id: userId, user_service_id: ordered.user_service_id };
    expect((await send({ method: 'DELETE', path: '/v1/admin/user/service', query: target })).status).toBe(200);
  });

  it('an audit pages until it has seen all items', async () => {
    const seen: unknown[] = [];
    for (let items = 1; seen.length < items; ) {
      const query = { limit: 2, offset: seen.length, sort_field: 'user_id', sort_direction: 'asc' };
      const { json } = await send({ method: 'GET', path: '/v1/admin/user', query });
      items = json?.items ?? 0;
      seen.push(...(json?.data ?? []).map((row) => row.user_id));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(3);
  });

  it('a tool acts for users by Basic authentication, and knows a missing route', async () => {
    const tool = sender(url, basic(world.system.admin));
    const query = { user_id: world.callers.userId };
    expect(first(await tool({ method: 'GET', path: '/v1/user', query }))).toMatchObject({
      login: 'plain.user',
      gid: 0,
    });
    const missing = await tool({ method: 'GET', path: '/v1/user/ticket' });
    expect(missing.json).toMatchObject({ status: 404, error: 'Method not found' });
  });

  it('a mini-app posts its actions to one template', async () => {
    const name = await world.template('{{ toJson(action = request.params.action, login = user.login) }}');
    const login = await nobody({ method: 'POST', path: '/v1/user/auth', body: world.callers.userLogin });
    const form = { session_id: String(login.json?.id), action: 'balance', format: 'json' };
    const answer = await nobody({ method: 'POST', path: `/v1/template/${name}`, form });
    expect(answer.json).toEqual({ action: 'balance', login: 'plain.user' });
  });

  it('an operator uploads a template as text and reads it back', async () => {
    const text = 'Balance: {{ user.balance }}\n';
    const headers = { 'content-type': 'text/html' };
    await send({ method: 'PUT', path: '/v1/admin/template/bot/balance', text, headers });
    expect((await send({ method: 'GET', path: '/v1/admin/template/bot/balance' })).text).toBe(text);
    expect((await send({ method: 'GET', path: '/v1/template/bot/balance' })).text).toBe('Balance: 0');
  });
});
