import {
  activateUserService,
  order,
  setServiceChildren,
  stopUserService,
  touchUserService,
  type UserServiceRow,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf, userCaller, World } from './world.ts';

process.env.TZ = 'UTC';

let world: World;
beforeAll(async () => {
  world = await World.open({ billing: 'Simpler', now: '2022-01-01 00:00:00' });
});
afterAll(() => world.close());

/** A service with one child that is billed, `qnt` times. */
async function parentWithChild(terms: object, childCost: number, qnt: number): Promise<number> {
  const child = await world.service({ cost: childCost, pay_always: 1 });
  const parent = await world.service(terms);
  await world.call(setServiceChildren, { service_id: parent, children: [{ service_id: child, qnt }] });
  return parent;
}

const touch = (user_id: number, user_service_id: number) => world.call(touchUserService, { user_id, user_service_id });

describe('domain.md 2.6: paying', () => {
  it.each([
    [0, { total: 100, bonus: 0 }, 99],
    [30, { total: 70, bonus: 30 }, 69],
    [100, { total: 1, bonus: 99 }, 0],
  ])('B5: cost 100, bonus 99, limit %s', async (limit, row, left) => {
    const service = await world.service({ cost: 100, config: { limit_bonus_percent: limit } });
    const user = await world.user({ balance: 1000, bonus: 99 });
    const us = await world.order(user, service);
    expect(await world.wd(us)).toMatchObject(row);
    expect((await world.figures(user)).bonus).toBe(left);
  });

  it.each([
    [120, 'ACTIVE', 20],
    [119, 'NOT PAID', 119],
  ])('B7: cost 100, balance -20, bonus %s', async (bonus, status, left) => {
    const user = await world.user({ balance: -20, bonus });
    const us = await world.order(user, await world.service());
    expect(await world.status(us)).toBe(status);
    expect(await world.figures(user)).toMatchObject({ balance: -20, bonus: left });
  });

  it.each([
    [100, 'ACTIVE', -100],
    [99, 'NOT PAID', 0],
  ])('B8: cost 100, balance 0, credit %s', async (credit, status, balance) => {
    const user = await world.user({ credit });
    const us = await world.order(user, await world.service());
    expect([await world.status(us), await world.balance(user)]).toEqual([status, balance]);
  });

  it('B9: can_overdraft pays everything', async () => {
    const user = await world.user({ can_overdraft: 1 });
    const us = await world.order(user, await world.service());
    expect([await world.status(us), await world.balance(user)]).toEqual(['ACTIVE', -100]);
  });

  it('Q7: pay_in_credit of the catalogue pays its service', async () => {
    const user = await world.user();
    const us = await world.order(user, await world.service({ pay_in_credit: 1 }));
    expect([await world.status(us), await world.balance(user)]).toEqual(['ACTIVE', -100]);
  });

  it('B10: cost 0 is paid with balance -10', async () => {
    const user = await world.user({ balance: -10 });
    expect(await world.status(await world.order(user, await world.service({ cost: 0 })))).toBe('ACTIVE');
  });

  it('B11: a composite of 100 and 10 x 2 is paid together or not', async () => {
    const service = await parentWithChild({ cost: 100, is_composite: 1 }, 10, 2);
    const user = await world.user({ balance: 100 });
    const us = await world.order(user, service);
    const [child] = await world.children(us);
    expect([await world.status(us), child?.status, await world.balance(user)]).toEqual(['NOT PAID', 'NOT PAID', 100]);
    expect((await world.wd(child?.user_service_id ?? 0)).total).toBe(20);
    await world.pay(user, 20);
    await touch(user, us);
    const [paid] = await world.children(us);
    expect([await world.status(us), paid?.status, await world.balance(user)]).toEqual(['ACTIVE', 'ACTIVE', 0]);
  });

  it('B14 as decided (Q4): a billed child is not charged before its parent is paid', async () => {
    const service = await parentWithChild({ cost: 100 }, 10, 3);
    const user = await world.user({ balance: 50 });
    const us = await world.order(user, service);
    const [child] = await world.children(us);
    expect([await world.status(us), child?.status, await world.balance(user)]).toEqual(['NOT PAID', 'NOT PAID', 50]);
    await touch(user, child?.user_service_id ?? 0);
    expect(await world.balance(user)).toBe(50);
    await world.pay(user, 55);
    await touch(user, us);
    expect([await world.status(us), await world.balance(user)]).toEqual(['ACTIVE', 5]);
    expect((await world.children(us))[0]?.status).toBe('NOT PAID');
    await world.pay(user, 25);
    await touch(user, child?.user_service_id ?? 0);
    expect((await world.children(us))[0]?.status).toBe('ACTIVE');
    expect(await world.balance(user)).toBe(0);
  });

  it('Q17: pays once when a hundred orders meet money for one', async () => {
    const service = await world.service({ allow_to_order: 1, cost: 60 });
    const user = await world.user({ balance: 100 });
    const orders = Array.from({ length: 100 }, () =>
      world.row(order, { service_id: service }, { caller: userCaller(user) }),
    );
    const rows: UserServiceRow[] = await Promise.all(orders);
    expect(rows.filter((row) => row.status === 'ACTIVE')).toHaveLength(1);
    expect(await world.balance(user)).toBe(40);
  });

  it('finds the same order again under the same key', async () => {
    const service = await world.service({ allow_to_order: 1 });
    const user = await world.user({ balance: 1000 });
    const caller = userCaller(user);
    const first: UserServiceRow = await world.row(order, { service_id: service }, { caller, key: 'once' });
    const again: UserServiceRow = await world.row(order, { service_id: service }, { caller, key: 'once' });
    expect(again.user_service_id).toBe(first.user_service_id);
    expect(await world.balance(user)).toBe(900);
  });

  it('leaves the tree INIT and unpaid when auto_bill is 0', async () => {
    const service = await parentWithChild({ cost: 100 }, 10, 1);
    const user = await world.user({ balance: 1000 });
    const us = await world.order(user, service, { auto_bill: 0 });
    expect(await world.us(us)).toMatchObject({ status: 'INIT', auto_bill: 0, expire: null });
    expect((await world.wd(us)).withdraw_date).toBeNull();
    expect((await world.children(us)).map((one) => [one.status, one.auto_bill])).toEqual([['INIT', 0]]);
    expect(await world.balance(user)).toBe(1000);
    const [child] = await world.children(us);
    await touch(user, child?.user_service_id ?? 0);
    expect([await world.status(child?.user_service_id ?? 0), await world.balance(user)]).toEqual(['INIT', 1000]);
    await touch(user, us);
    expect([await world.status(us), await world.balance(user)]).toEqual(['ACTIVE', 890]);
  });

  it('takes end_date only when it got paid', async () => {
    const service = await world.service();
    const rich = await world.order(await world.user({ balance: 100 }), service, { end_date: '2022-06-01 12:00:00' });
    const poor = await world.order(await world.user(), service, { end_date: '2022-06-01 12:00:00' });
    expect((await world.us(rich)).expire).toBe('2022-06-01 12:00:00');
    expect((await world.us(poor)).expire).toBeNull();
    expect((await world.wd(rich)).end_date).toBe('2022-01-30 23:59:59');
  });

  it('orders for a longer time and with other terms', async () => {
    const user = await world.user({ balance: 10_000 });
    const service = await world.service();
    const us = await world.order(user, service, { months: 4 });
    expect(await world.wd(us)).toMatchObject({ months: 4, discount: 10, total: 360, cost: 100 });
    const other = await world.order(user, service, { cost: 30, qnt: 2 });
    expect(await world.wd(other)).toMatchObject({ total: 60, qnt: 2 });
  });

  it('answers what is there already where it is told to', async () => {
    const user = await world.user();
    const service = await world.service({ category: 'vpn-one' });
    const us = await world.order(user, service);
    expect(await world.order(user, service, { check_exists: 1 })).toBe(us);
    expect(await world.order(user, service, { check_exists_unpaid: 1 })).toBe(us);
    expect(await world.order(user, await world.service(), { check_category: 'vpn-%' })).toBe(us);
    expect(await world.order(user, service)).not.toBe(us);
  });

  it('refuses an order of an unknown service or for an unknown user', async () => {
    expect(await faultOf(world.order(await world.user(), 99_999))).toBe('400 service not exists: 99999');
    expect(await faultOf(world.order(99_999, await world.service()))).toBe('404 User not found');
  });
});

describe('stopping by hand', () => {
  it('blocks a billed unexpired child with its parent and brings both back (Q4)', async () => {
    const service = await parentWithChild({ cost: 100 }, 10, 1);
    const user = await world.user({ balance: 1000 });
    const us = await world.order(user, service);
    await world.call(stopUserService, { user_id: user, user_service_id: us, auto_bill: 0 });
    expect(await world.us(us)).toMatchObject({ status: 'BLOCK', auto_bill: 0, expire: '2022-01-30 23:59:59' });
    expect((await world.children(us))[0]?.status).toBe('BLOCK');
    expect(await world.balance(user)).toBe(890);
  });

  it('does not renew a child by hand before its parent is paid (Q4)', async () => {
    const middle = await parentWithChild({ cost: 5 }, 20, 1);
    const service = await world.service({ cost: 100 });
    await world.call(setServiceChildren, { service_id: service, children: [{ service_id: middle, qnt: 1 }] });
    const user = await world.user({ balance: 120 });
    const us = await world.order(user, service);
    const [free] = await world.children(us);
    const [child] = await world.children(free?.user_service_id ?? 0);
    world.now = '2022-01-31 00:00:00';
    await touch(user, us);
    await world.pay(user, 50);
    const target = { user_id: user, user_service_id: child?.user_service_id ?? 0 };
    expect(await faultOf(world.call(activateUserService, target))).toBe(
      `400 Can't activate service: user service ${us} above it is not paid`,
    );
    expect([await world.status(target.user_service_id), await world.balance(user)]).toEqual(['BLOCK', 50]);
    world.now = '2022-01-01 00:00:00';
  });
});
