import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewUser, type Row, startWorld, type World } from './world.ts';

let world: World;
let ann: NewUser;
let hosting: number;
let ordered: number;

beforeAll(async () => {
  world = await startWorld({ clock: '2026-03-01 12:00:00' });
  ann = await world.user({ full_name: 'Ann' });
  hosting = await world.service({ name: 'Hosting', cost: 300, period: 1, category: 'web' });
});
afterAll(() => world.stop());

async function service(): Promise<Row | undefined> {
  const filter = { user_service_id: ordered };
  return (await world.rows({ method: 'GET', path: '/v1/admin/user/service', query: { filter } }))[0];
}

async function balance(): Promise<unknown> {
  return (await ann.send({ method: 'GET', path: '/v1/user' })).json?.data?.[0]?.balance;
}

function withdraws(): Promise<readonly Row[]> {
  return world.rows({ method: 'GET', path: '/v1/admin/user/service/withdraw', query: { user_id: ann.userId } });
}

const command = (name: string) => ({
  method: 'POST',
  path: `/v1/admin/user/service/${name}`,
  body: { user_id: ann.userId, user_service_id: ordered },
});

/** An order and what becomes of it, over HTTP alone; the clock is moved by `PUT test/clock` and the jobs run by `POST test/run`. */
describe('a service of Ann', () => {
  it('is ordered without money: NOT PAID, with an unpaid write-off', async () => {
    ordered = await world.order(ann.userId, hosting);
    expect(await service()).toMatchObject({ status: 'NOT PAID', expire: null });
    expect(await withdraws()).toMatchObject([{ total: 300, withdraw_date: null, user_service_id: ordered }]);
    expect(await balance()).toBe(0);
  });

  it('is in the forecast', async () => {
    const { json } = await ann.send({ method: 'GET', path: '/v1/user/pay/forecast' });
    expect(json?.data?.[0]).toMatchObject({ balance: 0, total: 300, items: [{ name: 'Hosting', usi: ordered }] });
  });

  it('stays unpaid when too little comes', async () => {
    await world.pay(ann.userId, 290);
    await world.system.run();
    expect(await service()).toMatchObject({ status: 'NOT PAID' });
    expect(await balance()).toBe(290);
  });

  it('is activated by the payment that is enough', async () => {
    await world.system.clock.set('2026-03-01 13:00:00');
    await world.pay(ann.userId, 700);
    await world.system.run();
    expect(await service()).toMatchObject({ status: 'ACTIVE', expire: '2026-03-31 12:59:59' });
    expect(await withdraws()).toMatchObject([
      { withdraw_date: '2026-03-01 13:00:00', end_date: '2026-03-31 12:59:59' },
    ]);
    expect(await balance()).toBe(690);
  });

  it('is renewed by the job after its month', async () => {
    await world.system.clock.set('2026-03-31 13:30:00');
    await world.system.run();
    expect(await service()).toMatchObject({ status: 'ACTIVE', expire: '2026-04-30 12:59:58' });
    expect(await balance()).toBe(390);
    expect(await withdraws()).toHaveLength(2);
  });

  it('is stopped, and keeps its money', async () => {
    await world.system.clock.set('2026-04-15 13:00:00');
    expect(await world.rows(command('stop'))).toMatchObject([{ status: 'BLOCK' }]);
    expect(await balance()).toBe(390);
  });

  it('stays as it is when it is stopped again', async () => {
    expect(await world.rows(command('stop'))).toMatchObject([{ status: 'BLOCK' }]);
  });

  it('is activated by hand and stopped by its owner', async () => {
    expect(await world.rows(command('activate'))).toMatchObject([{ status: 'ACTIVE', expire: '2026-04-30 12:59:58' }]);
    const stop = { method: 'POST', path: '/v1/user/service/stop', body: { user_service_id: ordered } };
    expect((await ann.send(stop)).json?.data).toMatchObject([{ user_service_id: ordered, status: 'BLOCK' }]);
  });

  it('is deleted, which returns what is unused of the month', async () => {
    const query = { user_service_id: ordered };
    expect((await ann.send({ method: 'DELETE', path: '/v1/user/service', query })).status).toBe(201);
    expect(await service()).toMatchObject({ status: 'REMOVED', expire: '2026-04-15 13:00:00' });
    const [last] = await withdraws();
    expect(last?.end_date).toBe('2026-04-15 13:00:00');
    expect(await balance()).toBe(390 + 300 - Number(last?.total));
    expect(last?.total).toBeCloseTo(150, -1);
  });

  it('is hidden now, and was told of in the lists', async () => {
    const shown = await ann.send({ method: 'GET', path: '/v1/user/service' });
    expect(shown.json?.data).toEqual([]);
    const own = await ann.send({ method: 'GET', path: '/v1/user/withdraw' });
    expect(own.json?.data).toMatchObject([{ name: 'Hosting' }, { name: 'Hosting' }]);
    const pays = await ann.send({ method: 'GET', path: '/v1/user/pay' });
    expect(pays.json?.data?.map(({ money }) => money)).toEqual([700, 290]);
  });

  it('leaves a ledger that verifies', async () => {
    expect(await world.rows({ method: 'GET', path: '/v1/admin/ledger/verify' })).toMatchObject([
      { ok: 1, differences: [] },
    ]);
  });
});

describe('another service', () => {
  it('is blocked when its month is over and there is no money', async () => {
    const ben = await world.richUser(100);
    const usi = await world.order(ben.userId, await world.service({ cost: 100 }));
    await world.system.clock.set('2026-05-17 00:00:00');
    await world.system.run();
    const [row] = await world.rows({ method: 'GET', path: '/v1/admin/user/service', query: { usi } });
    expect(row).toMatchObject({ status: 'BLOCK', user_service_id: usi });
  });

  it('changes its tariff by its owner', async () => {
    const cid = await world.active();
    const better = await world.service({ cost: 200 });
    const body = { user_service_id: cid.userServiceId, service_id: better };
    const answer = await cid.send({ method: 'POST', path: '/v1/user/service/change', body });
    expect(answer.json?.data).toEqual([1]);
    const [row] = await world.rows({
      method: 'GET',
      path: '/v1/admin/user/service',
      query: { usi: cid.userServiceId },
    });
    expect(row).toMatchObject({ status: 'ACTIVE', service_id: better });
  });
});
