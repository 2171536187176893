import { deleteUserService, setServiceChildren, stopUserService, touchUserService } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

process.env.TZ = 'UTC';

let world: World;
beforeAll(async () => {
  world = await World.open({ billing: 'Honest', now: '2017-01-01 00:00:00' });
});
afterAll(() => world.close());

describe('domain.md 3.8: a tariff with three free children, of which mysql has commands', () => {
  let user: number;
  let tariff: number;
  let us: number;
  const statuses = async (id: number) => [
    await world.status(id),
    ...(await world.children(id)).map((one) => one.status),
  ];
  const touch = () => world.call(touchUserService, { user_id: user, user_service_id: us });

  it('is created: the child with commands and the parent are in PROGRESS until its task is done', async () => {
    const parts = [];
    for (const category of ['web', 'mail', 'mysql'])
      parts.push(await world.service({ name: category, cost: 0, category }));
    tariff = await world.service({ name: 'tariff', cost: 1000, category: 'tariff' });
    const children = parts.map((service_id) => ({ service_id, qnt: 1 }));
    await world.call(setServiceChildren, { service_id: tariff, children });
    for (const name of ['create', 'block', 'activate', 'remove']) await world.command(name, 'mysql');
    user = await world.user({ balance: 2000 });
    us = await world.order(user, tariff);
    expect(await statuses(us)).toEqual(['PROGRESS', 'ACTIVE', 'ACTIVE', 'PROGRESS']);
    expect((await world.tasks()).map((task) => task.event)).toEqual(['CREATE']);
    expect(await world.balance(user)).toBe(1000);
    expect(await world.doCommands(7)).toEqual(['CREATE']);
    expect(await statuses(us)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    const [, , mysql] = await world.children(us);
    expect(mysql?.settings).toEqual({ server_id: 7 });
    expect((await world.us(us)).expire).toBe('2017-01-31 23:59:59');
  });

  it('changes nothing when touched in the middle of the month', async () => {
    world.now = '2017-01-15 12:00:00';
    await touch();
    expect(await statuses(us)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(await world.wds(us)).toHaveLength(1);
  });

  it('L1: is renewed on 2017-02-01 13:14:01, without tasks', async () => {
    world.now = '2017-02-01 13:14:01';
    await touch();
    expect(await world.wd(us)).toMatchObject({
      create_date: '2017-02-01 13:14:01',
      withdraw_date: '2017-02-01 13:14:01',
      end_date: '2017-02-28 23:59:57',
      total: 1000,
    });
    expect((await world.us(us)).expire).toBe('2017-02-28 23:59:57');
    expect(await world.tasks()).toEqual([]);
    expect(await world.balance(user)).toBe(0);
  });

  it('L2: is blocked on 2017-03-01 without money; its write-off waits unpaid', async () => {
    world.now = '2017-03-01 00:00:00';
    await touch();
    expect(await statuses(us)).toEqual(['PROGRESS', 'BLOCK', 'BLOCK', 'PROGRESS']);
    expect(await world.doCommands()).toEqual(['BLOCK']);
    expect(await statuses(us)).toEqual(['BLOCK', 'BLOCK', 'BLOCK', 'BLOCK']);
    expect(await world.wds(us)).toHaveLength(3);
    expect(await world.wd(us)).toMatchObject({ withdraw_date: null, end_date: null, total: 1000 });
    expect((await world.us(us)).expire).toBe('2017-02-28 23:59:57');
    await touch();
    expect(await statuses(us)).toEqual(['BLOCK', 'BLOCK', 'BLOCK', 'BLOCK']);
    expect(await world.tasks()).toEqual([]);
    expect(await world.wds(us)).toHaveLength(3);
  });

  it('L3: is activated when money comes on 2017-03-02 12:00:00, by the same write-off', async () => {
    world.now = '2017-03-02 12:00:00';
    await world.pay(user, 1000.03);
    await touch();
    expect(await statuses(us)).toEqual(['PROGRESS', 'ACTIVE', 'ACTIVE', 'PROGRESS']);
    expect(await world.doCommands()).toEqual(['ACTIVATE']);
    expect(await statuses(us)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(await world.wds(us)).toHaveLength(3);
    expect(await world.wd(us)).toMatchObject({ withdraw_date: '2017-03-02 12:00:00', end_date: '2017-04-02 10:50:18' });
    expect(await world.balance(user)).toBe(0.03);
  });

  it('waits NOT PAID as a new order without money, and is created when money comes', async () => {
    world.now = '2018-01-01 00:00:00';
    const other = await world.user();
    const id = await world.order(other, tariff);
    expect(await statuses(id)).toEqual(['NOT PAID', 'NOT PAID', 'NOT PAID', 'NOT PAID']);
    expect((await world.us(id)).expire).toBeNull();
    expect(await world.tasks()).toEqual([]);
    await world.pay(other, 1000);
    await world.call(touchUserService, { user_id: other, user_service_id: id });
    expect(await statuses(id)).toEqual(['PROGRESS', 'ACTIVE', 'ACTIVE', 'PROGRESS']);
    await world.doCommands();
    expect(await statuses(id)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect(await world.balance(other)).toBe(0);
  });

  it('R8: stopped and deleted on 2018-01-15: PROGRESS, BLOCK, PROGRESS, REMOVED, refund 548.39', async () => {
    const other = await world.user({ balance: 1000 });
    const id = await world.order(other, tariff);
    await world.doCommands();
    world.now = '2018-01-15 00:00:00';
    const target = { user_id: other, user_service_id: id };
    await world.call(stopUserService, target);
    expect(await world.status(id)).toBe('PROGRESS');
    await world.doCommands();
    expect(await statuses(id)).toEqual(['BLOCK', 'BLOCK', 'BLOCK', 'BLOCK']);
    expect(await world.balance(other)).toBe(0);
    await world.call(deleteUserService, target);
    expect(await world.status(id)).toBe('PROGRESS');
    expect(await world.doCommands()).toEqual(['REMOVE']);
    expect(await statuses(id)).toEqual(['REMOVED', 'REMOVED', 'REMOVED', 'REMOVED']);
    expect(await world.balance(other)).toBe(548.39);
    const [row] = await world.wds(id);
    expect(row).toMatchObject({ total: 451.61, bonus: 0, months: 0.14 });
  });
});
