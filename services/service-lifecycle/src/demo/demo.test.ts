import {
  addUserWithdraw,
  forecast,
  listServerGroups,
  listServiceEvents,
  listServices,
  listUserServices,
  listUserWithdraws,
  type Operation,
  openAccount,
  verifyLedger,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPOOL } from '../spool/task.ts';
import { userCaller, World } from '../story/world.ts';

process.env.TZ = 'UTC';

let world: World;
let readyBefore: string;
beforeAll(async () => {
  world = await World.open({ billing: 'Honest', discounts: false, env: { DEMO_DATA: '1' } });
  readyBefore = await readiness();
  await world.call(openAccount, { user_id: 40092, credit: 100_000 });
  await world.call(openAccount, { user_id: 40094, credit: 100 });
});
afterAll(() => world.close());

async function readiness(): Promise<string> {
  const probe = await fetch(`http://127.0.0.1:${world.services.lifecycle.healthPort}/readyz`);
  return `${probe.status} ${(await probe.text()).trim()}`;
}

const total = async (operation: Operation, args: object) =>
  ((await world.call(operation, args as never)) as { total: number }).total;

describe('DEMO_DATA', () => {
  it('is loaded as soon as the accounts are open', async () => {
    const seeds = world.services.lifecycle.store.collection<{ _id: string }>('seeds');
    await expect.poll(() => seeds.findOne({ _id: 'demonstration' }), { timeout: 50_000 }).not.toBeNull();
  });

  it('keeps the service from being ready until it is there', async () => {
    expect(readyBefore).toBe('503 the demonstration is not loaded yet');
    await expect.poll(readiness).toBe('200 ready');
  });

  it('has the catalogue, the events and the user services of peer-http-api.md 7', async () => {
    expect(await total(listServices, {})).toBe(15);
    expect(await total(listServiceEvents, {})).toBe(13);
    expect(await total(listUserServices, {})).toBe(12);
    expect(await total(listUserServices, { user_id: 40092 })).toBe(4);
    expect(await total(listUserServices, { filter: { status: 'REMOVED' } })).toBe(1);
    expect(await total(listUserWithdraws, {})).toBe(6);
    expect(await world.us(99)).toMatchObject({ service_id: 110, expire: '2017-01-31 23:59:50', status: 'ACTIVE' });
    expect((await world.children(99)).map((child) => child.user_service_id)).toEqual([100, 101, 102]);
    expect(await total(listServerGroups, {})).toBe(3);
  });

  it('has the balances, and a ledger that proves them', async () => {
    expect([await world.balance(40092), await world.balance(40094)]).toEqual([-21.56, 30]);
    expect((await world.call(verifyLedger, {})).rows[0]).toMatchObject({ ok: 1 });
  });

  it('F1, F2: forecasts 1035.01, and 1011.56 with a prepared period of 100', async () => {
    world.now = '2019-04-01 00:00:00';
    const caller = userCaller(40092);
    expect(await world.row(forecast, {}, { caller })).toMatchObject({ total: 1035.01, dept: 21.56 });
    await world.call(addUserWithdraw, { user_id: 40092, user_service_id: 99, service_id: 110, cost: 100 });
    expect(await world.row(forecast, {}, { caller })).toMatchObject({ total: 1011.56 });
  });

  it('has its periodic jobs paused', async () => {
    const jobs = await world.services.lifecycle.store.collection(SPOOL).find({ user_id: 1 }).toArray();
    expect(jobs.map((job) => job.status)).toEqual(['PAUSED', 'PAUSED', 'PAUSED']);
  });
});
