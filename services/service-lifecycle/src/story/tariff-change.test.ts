import {
  changeOwnTariff,
  changeTariff,
  extendUserService,
  setUserServiceStatus,
  stopUserService,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultOf, userCaller, World } from './world.ts';

process.env.TZ = 'UTC';

let world: World;
beforeAll(async () => {
  world = await World.open({ billing: 'Simpler' });
});
afterAll(() => world.close());
beforeEach(() => {
  world.now = '2022-01-01 00:00:00';
});

const change = (user_id: number, user_service_id: number, service_id: number, terms: object = {}) =>
  world.call(changeTariff, { user_id, user_service_id, service_id, ...terms });

/** A user who ordered a service of this price and has nothing left. */
async function ordered(cost: number, balance = cost) {
  const user = await world.user({ balance });
  const service = await world.service({ cost });
  return { user, service, us: await world.order(user, service) };
}

describe('domain.md 2.10: changing the tariff', () => {
  it('C1: A 100 to B 40 after 10 of 30 days', async () => {
    const { user, us } = await ordered(100);
    const other = await world.service({ cost: 40 });
    world.now = '2022-01-11 00:00:00';
    await change(user, us, other);
    expect(await world.balance(user)).toBe(26.67);
    expect(await world.us(us)).toMatchObject({ status: 'ACTIVE', service_id: other, expire: '2022-02-09 23:59:59' });
  });

  it('C2: B 40 to A 100 after 15 days cannot be paid; paid later from that moment', async () => {
    const { user, us } = await ordered(40);
    const other = await world.service({ cost: 100 });
    world.now = '2022-01-16 00:00:00';
    await change(user, us, other);
    expect(await world.balance(user)).toBe(20);
    expect(await world.us(us)).toMatchObject({ status: 'BLOCK', service_id: other });
    expect((await world.wd(us)).withdraw_date).toBeNull();
    world.now = '2022-01-20 00:00:00';
    await world.pay(user, 80);
    await world.lifecycle.activateServices(user, 'payment');
    expect(await world.us(us)).toMatchObject({ status: 'ACTIVE', expire: '2022-02-18 23:59:59' });
    expect(await world.balance(user)).toBe(0);
  });

  it('C3: at once from 200 to 100', async () => {
    const { user, us } = await ordered(200);
    await change(user, us, await world.service({ cost: 100 }));
    expect([await world.status(us), await world.balance(user)]).toEqual(['ACTIVE', 100]);
  });

  it.each([
    [10, 'NOT PAID', 10],
    [100, 'ACTIVE', 0],
  ])('C4: NOT PAID 200 to 100 with balance %s', async (balance, status, left) => {
    const { user, us } = await ordered(200, balance);
    const follower = await world.service();
    const other = await world.service({ cost: 100, next: follower });
    await change(user, us, other);
    expect(await world.us(us)).toMatchObject({ status, service_id: other, next: follower });
    expect((await world.wd(us)).total).toBe(100);
    expect(await world.wds(us)).toHaveLength(1);
    expect(await world.balance(user)).toBe(left);
  });

  it('C5: BLOCK with allow_partial_period buys a part', async () => {
    const { user, us } = await ordered(200);
    world.now = '2022-02-01 00:00:00';
    await world.touch(user, us);
    expect(await world.status(us)).toBe('BLOCK');
    await world.pay(user, 50);
    await change(user, us, await world.service({ cost: 100 }), { allow_partial_period: 1 });
    expect([await world.status(us), await world.balance(user)]).toEqual(['ACTIVE', 0]);
    expect(await world.wd(us)).toMatchObject({ total: 50, months: 0.15 });
  });

  it('C6 as decided (Q12): stopped and unexpired: the unused part returns, the new tariff waits', async () => {
    const { user, us } = await ordered(100);
    const other = await world.service({ cost: 40 });
    world.now = '2022-01-16 00:00:00';
    await world.call(stopUserService, { user_id: user, user_service_id: us });
    await change(user, us, other);
    expect(await world.us(us)).toMatchObject({ status: 'BLOCK', service_id: other });
    expect(await world.balance(user)).toBe(50);
    expect(await world.wd(us)).toMatchObject({ total: 40, withdraw_date: null });
    world.now = '2022-01-17 00:00:00';
    await world.pay(user, 1);
    await world.lifecycle.activateServices(user, 'payment');
    expect(await world.us(us)).toMatchObject({ status: 'ACTIVE', expire: '2022-02-15 23:59:59' });
    expect(await world.balance(user)).toBe(11);
  });

  it('3.7: the unpaid write-off of a service that was made ACTIVE by hand is overwritten', async () => {
    const { user, us } = await ordered(100);
    const other = await world.service({ cost: 40 });
    world.now = '2022-01-31 00:00:00';
    await world.touch(user, us);
    await world.call(setUserServiceStatus, { user_id: user, user_service_id: us, status: 'ACTIVE' });
    await world.pay(user, 100);
    await change(user, us, other);
    expect(await world.us(us)).toMatchObject({ status: 'ACTIVE', service_id: other, expire: '2022-03-01 23:59:58' });
    expect((await world.wds(us)).map((wd) => [wd.service_id === other, wd.total])).toEqual([
      [false, 100],
      [true, 40],
    ]);
    expect(await world.balance(user)).toBe(60);
  });

  it('switches at the end of the period with finish_active = 0', async () => {
    const { user, us, service } = await ordered(100, 150);
    const other = await world.service({ cost: 40 });
    await change(user, us, other, { finish_active: 0 });
    expect(await world.us(us)).toMatchObject({ service_id: service, next: other });
    world.now = '2022-01-31 00:00:00';
    await world.touch(user, us);
    expect(await world.us(us)).toMatchObject({ service_id: other, next: 0, status: 'ACTIVE' });
    expect(await world.balance(user)).toBe(10);
  });

  it('C10: a trial of 0.03 goes on as its next, counted from the old end', async () => {
    const next = await world.service({ cost: 100 });
    const user = await world.user({ balance: 100 });
    const us = await world.order(user, await world.service({ cost: 0, period: 0.03, next }));
    expect((await world.us(us)).expire).toBe('2022-01-03 23:59:59');
    world.now = '2022-01-04 12:00:00';
    await world.touch(user, us);
    expect(await world.us(us)).toMatchObject({ service_id: next, expire: '2022-02-02 23:59:58', status: 'ACTIVE' });
  });

  it('runs CHANGED_TARIFF commands of the new category, and they hold nothing up', async () => {
    await world.command('changed_tariff', 'fast');
    const { user, us } = await ordered(100);
    await change(user, us, await world.service({ cost: 100, category: 'fast' }));
    expect(await world.status(us)).toBe('ACTIVE');
    expect(await world.eventsOf(us)).toEqual(['CHANGED_TARIFF']);
    await world.doCommands();
    expect(await world.status(us)).toBe('ACTIVE');
  });

  it('refuses an unknown tariff and a removed service, and a foreign one', async () => {
    const { user, us, service } = await ordered(100);
    expect(await faultOf(change(user, us, 99_999))).toBe('404 service not exists: 99999');
    expect((await world.us(us)).next).toBe(0);
    const stranger = userCaller(await world.user());
    const args = { user_service_id: us, service_id: service };
    expect(await faultOf(world.call(changeOwnTariff, args, { caller: stranger }))).toContain('404');
    expect((await world.call(changeOwnTariff, args, { caller: userCaller(user) })).rows).toEqual([1]);
  });
});

describe('domain.md 2.11: adding time for money', () => {
  it('A3: discount 50, 25 added', async () => {
    const user = await world.user({ balance: 50, discount: 50 });
    const us = await world.order(user, await world.service({ cost: 100 }));
    await world.call(extendUserService, { user_id: user, user_service_id: us, money: 25 });
    expect(await world.wd(us)).toMatchObject({ months: 1.15, total: 75 });
    expect((await world.us(us)).expire).toBe('2022-02-14 23:59:59');
    expect(await world.balance(user)).toBe(-25);
  });

  it('runs PROLONGATE commands, and only for what is ACTIVE', async () => {
    await world.command('prolongate', 'paid-time');
    const user = await world.user({ balance: 100 });
    const us = await world.order(user, await world.service({ category: 'paid-time' }));
    await world.call(extendUserService, { user_id: user, user_service_id: us, money: 10 });
    expect([await world.status(us), await world.eventsOf(us)]).toEqual(['ACTIVE', ['PROLONGATE']]);
    await world.doCommands();
    const poor = await world.order(await world.user(), await world.service());
    const { user_id } = await world.us(poor);
    const refused = world.call(extendUserService, { user_id, user_service_id: poor, money: 10 });
    expect(await faultOf(refused)).toBe(`400 Can't extend service with status: NOT PAID`);
  });
});
