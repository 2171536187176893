import {
  deleteOwnService,
  deleteUserService,
  finishUserService,
  setServiceChildren,
  stopUserService,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultOf, userCaller, World } from './world.ts';

process.env.TZ = 'UTC';

let simpler: World;
let honest: World;
beforeAll(async () => {
  simpler = await World.open({ billing: 'Simpler', discounts: false });
  honest = await World.open({ billing: 'Honest', discounts: false });
});
afterAll(async () => {
  await simpler.close();
  await honest.close();
});
beforeEach(() => {
  simpler.now = '2022-01-01 00:00:00';
  honest.now = '2022-01-01 00:00:00';
});

interface Case {
  readonly name: string;
  readonly world: () => World;
  readonly service: object;
  readonly purse: object;
  readonly terms?: object;
  readonly at: string;
  readonly left: { balance: number; bonus: number };
  readonly row: object;
}

const CASES: readonly Case[] = [
  {
    name: 'R2: 900 for three months, Honest, after one',
    world: () => honest,
    service: { cost: 900, period: 3 },
    purse: { balance: 900 },
    at: '2022-02-01 00:00:00',
    left: { balance: 600, bonus: 0 },
    row: { total: 300, bonus: 0, months: 1 },
  },
  {
    name: 'R3: the same paid by 100 and 800 bonus',
    world: () => honest,
    service: { cost: 900, period: 3 },
    purse: { balance: 100, bonus: 800 },
    at: '2022-02-01 00:00:00',
    left: { balance: 100, bonus: 500 },
    row: { total: 0, bonus: 300 },
  },
  {
    name: 'R5: 199 of bonus, after a day',
    world: () => honest,
    service: { cost: 199 },
    purse: { bonus: 199 },
    at: '2022-01-02 00:00:00',
    left: { balance: 0, bonus: 192.58 },
    row: { total: 0, bonus: 6.42 },
  },
  {
    name: 'R6 as decided (Q3): a full return empties the row',
    world: () => simpler,
    service: { cost: 900, config: { allow_return_full_wd: 1 } },
    purse: { balance: 900 },
    at: '2022-01-03 00:00:00',
    left: { balance: 900, bonus: 0 },
    row: { total: 0, bonus: 0, end_date: '2022-01-03 00:00:00' },
  },
  {
    name: 'R7 as decided (Q3): the same with bonus',
    world: () => simpler,
    service: { cost: 900, config: { allow_return_full_wd: 1 } },
    purse: { balance: 500, bonus: 400 },
    at: '2022-01-06 00:00:00',
    left: { balance: 500, bonus: 400 },
    row: { total: 0, bonus: 0, end_date: '2022-01-06 00:00:00' },
  },
  {
    name: 'R11: in the same second',
    world: () => simpler,
    service: { cost: 40 },
    purse: { balance: 40 },
    at: '2022-01-01 00:00:00',
    left: { balance: 40, bonus: 0 },
    row: { total: 0, bonus: 0, months: 0 },
  },
  {
    name: 'R12: 30 for a day, after 6 hours',
    world: () => simpler,
    service: { cost: 30, period: 0.01 },
    purse: { balance: 30 },
    at: '2022-01-01 06:00:00',
    left: { balance: 22.5, bonus: 0 },
    row: { total: 7.5, months: 0.0006 },
  },
  {
    name: 'R14 as decided (Q1): 50 % discount, cancelled on day 6',
    world: () => simpler,
    service: { cost: 100 },
    purse: { balance: 50, discount: 50 },
    at: '2022-01-07 00:00:00',
    left: { balance: 40, bonus: 0 },
    row: { total: 10 },
  },
  {
    name: 'R15 as decided (Q2): quantity 2, cancelled after 15 days',
    world: () => simpler,
    service: { cost: 100 },
    purse: { balance: 200 },
    terms: { qnt: 2 },
    at: '2022-01-16 00:00:00',
    left: { balance: 100, bonus: 0 },
    row: { total: 100 },
  },
  {
    name: 'R16: no_money_back',
    world: () => simpler,
    service: { cost: 100, config: { no_money_back: 1 } },
    purse: { balance: 100 },
    at: '2022-01-02 00:00:00',
    left: { balance: 0, bonus: 0 },
    row: { total: 100, end_date: '2022-01-30 23:59:59' },
  },
];

describe('domain.md 2.9: what a removed service gives back', () => {
  it.each(CASES)('$name', async ({ world: choose, service, purse, terms, at, left, row }) => {
    const world = choose();
    const user = await world.user(purse);
    const us = await world.order(user, await world.service(service), terms);
    expect(await world.status(us)).toBe('ACTIVE');
    world.now = at;
    await world.call(deleteUserService, { user_id: user, user_service_id: us, force: 1 });
    expect(await world.us(us)).toMatchObject({ status: 'REMOVED', expire: at });
    expect(await world.figures(user)).toMatchObject(left);
    expect(await world.wd(us)).toMatchObject(row);
  });

  it('R9: stopped after 10 days, deleted after 15: the time of the stop counts as used', async () => {
    const user = await simpler.user({ balance: 100 });
    const us = await simpler.order(user, await simpler.service());
    const target = { user_id: user, user_service_id: us };
    simpler.now = '2022-01-11 00:00:00';
    await simpler.call(stopUserService, target);
    expect(await simpler.balance(user)).toBe(0);
    simpler.now = '2022-01-16 00:00:00';
    await simpler.call(deleteUserService, target);
    expect(await simpler.balance(user)).toBe(50);
    expect((await simpler.wd(us)).months).toBe(0.15);
  });

  it('Q6: a billed child is refunded with its parent', async () => {
    const child = await simpler.service({ cost: 30, pay_always: 1 });
    const parent = await simpler.service({ cost: 100 });
    await simpler.call(setServiceChildren, { service_id: parent, children: [{ service_id: child, qnt: 1 }] });
    const user = await simpler.user({ balance: 130 });
    const us = await simpler.order(user, parent);
    simpler.now = '2022-01-16 00:00:00';
    await simpler.call(deleteUserService, { user_id: user, user_service_id: us, force: 1 });
    expect(await simpler.balance(user)).toBe(65);
    expect((await simpler.children(us)).map((one) => one.status)).toEqual(['REMOVED']);
  });

  it('Q6: also where next = -1 removes the parent', async () => {
    const child = await simpler.service({ cost: 30, period: 2, pay_always: 1 });
    const parent = await simpler.service({ cost: 100, next: -1 });
    await simpler.call(setServiceChildren, { service_id: parent, children: [{ service_id: child, qnt: 1 }] });
    const user = await simpler.user({ balance: 130 });
    const us = await simpler.order(user, parent);
    simpler.now = '2022-01-31 00:00:00';
    await simpler.touch(user, us);
    expect(await simpler.status(us)).toBe('REMOVED');
    expect((await simpler.children(us)).map((one) => one.status)).toEqual(['REMOVED']);
    expect(await simpler.balance(user)).toBe(15);
  });

  it.each([
    ['next = -1 removes it', { next: -1 }],
    ['it was blocked and is deleted', { config: { no_auto_renew: 1 } }],
  ])('counts as used what came before the end that the order set: %s', async (_name, terms) => {
    const user = await simpler.user({ balance: 300 });
    const us = await simpler.order(user, await simpler.service({ cost: 300, ...terms }), {
      end_date: '2022-01-10 23:59:59',
    });
    simpler.now = '2022-01-13 00:00:00';
    await simpler.touch(user, us);
    simpler.now = '2022-01-17 00:00:00';
    if ((await simpler.status(us)) === 'BLOCK') {
      await simpler.call(deleteUserService, { user_id: user, user_service_id: us });
    }
    expect(await simpler.us(us)).toMatchObject({ status: 'REMOVED', expire: '2022-01-10 23:59:59' });
    expect(await simpler.balance(user)).toBe(200);
    expect(await simpler.wd(us)).toMatchObject({ total: 100, months: 0.1, end_date: '2022-01-10 23:59:59' });
  });

  it('finish and delete give back once (Q3)', async () => {
    const user = await simpler.user({ balance: 100 });
    const us = await simpler.order(user, await simpler.service({ config: { allow_return_full_wd: 1 } }));
    const target = { user_id: user, user_service_id: us };
    simpler.now = '2022-01-05 00:00:00';
    await simpler.call(finishUserService, target);
    expect(await simpler.us(us)).toMatchObject({ status: 'ACTIVE', expire: '2022-01-05 00:00:00' });
    expect(await simpler.balance(user)).toBe(100);
    await simpler.call(deleteUserService, { ...target, force: 1 });
    expect(await simpler.balance(user)).toBe(100);
  });

  it('finish keeps the money with money_back = 0', async () => {
    const user = await simpler.user({ balance: 100 });
    const us = await simpler.order(user, await simpler.service());
    await simpler.call(finishUserService, { user_id: user, user_service_id: us, money_back: 0 });
    expect([await simpler.balance(user), (await simpler.us(us)).expire]).toEqual([0, '2022-01-01 00:00:00']);
  });
});

describe('who may delete what', () => {
  it('refuses an ACTIVE service without force, and names the status', async () => {
    const user = await simpler.user({ balance: 100 });
    const us = await simpler.order(user, await simpler.service());
    const args = { user_id: user, user_service_id: us };
    expect(await faultOf(simpler.call(deleteUserService, args))).toBe(`400 Can't delete service with status: ACTIVE`);
    expect(await simpler.balance(user)).toBe(0);
  });

  it('Q24: a foreign service is not found, and its owner may delete it', async () => {
    const user = await simpler.user();
    const us = await simpler.order(user, await simpler.service());
    const stranger = userCaller(await simpler.user());
    const foreign = simpler.call(deleteOwnService, { user_service_id: us }, { caller: stranger });
    expect(await faultOf(foreign)).toBe('404 Object not found. Check the ID.');
    await simpler.call(deleteOwnService, { user_service_id: us }, { caller: userCaller(user) });
    expect(await simpler.status(us)).toBe('REMOVED');
  });
});
