import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewUser, type Row, startWorld, type World } from './world.ts';

type Form = Readonly<Record<string, string>>;

const NOON = '2026-03-01 12:00:00';

let world: World;
let program: Server;
let ann: NewUser;
let topUp: string;
/** What the program of the pay system was asked. */
const asked: Form[] = [];
/** Statuses that it answers; 200 when none is left. */
const statuses: number[] = [];

/** Charges the card that it saved, which this API is told by a payment with a key of the request. */
beforeAll(async () => {
  program = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form: Form = Object.fromEntries(new URLSearchParams(body));
    asked.push({ ...form, path: String(request.url), header: String(request.headers['idempotency-key']) });
    await credit(form);
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', () => resolve()));
  world = await startWorld({ clock: NOON, env: { OUTGOING_ALLOW: '127.0.0.0/8' } });
  const url = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
  await configure('api', { url });
  await configure('billing', { auto_payments: { enabled: 1, withdraw: { max_amount: 400, period: '1m' } } });
  await configure('pay_systems', { card: { name: 'Card', show_for_client: 1, allow_recurring: 1, token: 'S3CRET' } });
  ann = await world.user({ settings: { pay_systems: { card: { name: 'Visa 1111' } } } });
  topUp = await world.template('{{ user.make_autopayment( user.pays.forecast.total ) }}', { allow_write: true });
});
afterAll(async () => {
  program.closeAllConnections();
  program.close();
  await world.stop();
});

async function credit({ user_id, amount, ps, idempotency_key }: Form): Promise<void> {
  const body = { user_id, money: amount, pay_system_id: ps, uniq_key: idempotency_key };
  const answer = await world.callers.admin({ method: 'PUT', path: '/v1/admin/user/payment', body });
  if (answer.status !== 200) throw new Error(`PUT payment answered ${answer.status}: ${answer.text}`);
}

async function configure(key: string, value: object): Promise<void> {
  await world.rows({ method: 'POST', path: '/v1/admin/config', body: { key, value } });
}

async function own(path: string): Promise<readonly Row[]> {
  return (await ann.send({ method: 'GET', path: `/v1/user${path}` })).json?.data ?? [];
}

async function askForMoney(): Promise<string> {
  return (await ann.send({ method: 'POST', path: `/v1/template/${topUp}` })).text;
}

const tasks = () =>
  world.rows({ method: 'GET', path: '/v1/admin/spool', query: { user_id: ann.userId, filter: { status: 'FAIL' } } });

/** domain.md 2.12, from the saved card to the service that it pays. */
describe('Ann’s saved card', () => {
  it('is among her ways to pay, and no secret is', async () => {
    const rows = await own('/pay/paysystems');
    expect(rows.map(({ name, weight, allow_deletion }) => [name, weight, allow_deletion])).toEqual([
      ['Visa 1111', 100, 1],
      ['Card', 0, 0],
    ]);
    const old = await ann.send({ method: 'GET', path: '/user/pay_systems.cgi' });
    expect(old.json).toEqual([{ paysystem: 'card', name: 'Card', weight: 0, action: 'create', allow_recurring: 1 }]);
    expect(JSON.stringify(rows) + old.text).not.toContain('S3CRET');
  });

  it('is not asked for more than it may be', async () => {
    const dear = await world.order(ann.userId, await world.service({ cost: 401 }));
    expect(await askForMoney()).toBe('0');
    const query = { user_id: ann.userId, user_service_id: dear, force: 1 };
    await world.callers.admin({ method: 'DELETE', path: '/v1/admin/user/service', query });
    await world.system.run();
    expect(asked).toEqual([]);
  });

  it('is asked once by two who come at once, and the money comes though the answer is lost', async () => {
    await world.order(ann.userId, await world.service({ cost: 300 }));
    statuses.push(500);
    expect((await Promise.all([askForMoney(), askForMoney()])).sort()).toEqual(['0', '1']);
    await world.system.run();
    expect(asked).toHaveLength(1);
    expect(await own('')).toMatchObject([{ balance: 0 }]);
    expect(await own('/service')).toMatchObject([{ status: 'ACTIVE' }]);
    expect(await tasks()).toMatchObject([{ event: { title: 'automatic payment' }, response: { status: 500 } }]);
  });

  it('is asked again with the same key, and pays once', async () => {
    await world.system.clock.set('2026-03-01 12:00:10');
    await world.system.run();
    const [first, again] = asked;
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      ...{ action: 'payment', user_id: `${ann.userId}`, ps: 'card', amount: '300' },
      ...{ path: '/shm/pay_systems/card.cgi', header: first?.idempotency_key },
    });
    expect(await own('/pay')).toMatchObject([{ money: 300, pay_system_id: 'card' }]);
    expect(await own('')).toMatchObject([{ balance: 0 }]);
    expect(await tasks()).toEqual([]);
  });

  it('is left alone until the period is over', async () => {
    await world.order(ann.userId, await world.service({ cost: 100 }));
    await world.system.clock.set('2026-03-20 12:00:00');
    expect(await askForMoney()).toBe('0');
    await world.system.clock.set('2026-04-01 12:00:00');
    expect(await askForMoney()).toBe('1');
    await world.system.run();
    expect(asked).toHaveLength(3);
  });

  it('is forgotten when she says so', async () => {
    const query = { pay_system: 'card' };
    await ann.send({ method: 'DELETE', path: '/v1/user/autopayment', query });
    await world.system.clock.set('2026-06-01 12:00:00');
    expect(await askForMoney()).toBe('0');
    expect((await own('/pay/paysystems')).map(({ name }) => name)).toEqual(['Card']);
  });

  it('leaves a ledger that verifies', async () => {
    const [verdict] = await world.rows({ method: 'GET', path: '/v1/admin/ledger/verify' });
    expect(verdict?.differences).toEqual([]);
  });
});
