import { addBonus, type Forecast, type ForecastTerms, forecast, setServiceChildren } from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userCaller, World } from './world.ts';

process.env.TZ = 'UTC';

let world: World;
beforeAll(async () => {
  world = await World.open({ billing: 'Simpler', discounts: false });
});
afterAll(() => world.close());
beforeEach(() => {
  world.now = '2022-01-01 00:00:00';
});

const forecastOf = (user: number, terms: ForecastTerms = {}): Promise<Forecast> =>
  world.row(forecast, terms, { caller: userCaller(user) });

describe('domain.md 2.14: the forecast', () => {
  it('F5: a free trial goes on as its next, with the discount of the user', async () => {
    const next = await world.service({ cost: 100 });
    const user = await world.user({ discount: 10 });
    await world.order(user, await world.service({ cost: 0, period: 0.03, next }));
    const found = await forecastOf(user);
    expect(found).toMatchObject({ total: 90, dept: 0, balance: 0 });
    expect(found.items).toEqual([
      expect.objectContaining({
        discount: 10,
        next: expect.objectContaining({ service_id: next, discount: 10, total: 90 }),
      }),
    ]);
  });

  it('F6, F7: counts the bonus that is left', async () => {
    const user = await world.user({ balance: 90, bonus: 100 });
    await world.order(user, await world.service({ config: { limit_bonus_percent: 30 } }));
    expect(await forecastOf(user)).toMatchObject({ total: 0, items: [], bonuses: 70, balance: 20 });
    await world.order(user, await world.service());
    expect(await forecastOf(user)).toMatchObject({ total: 10, bonuses: 70, balance: 20 });
  });

  it('Q8: the bonus is reduced by what was used: two of 100 and bonus 250 cost nothing', async () => {
    const user = await world.user();
    const service = await world.service();
    await world.order(user, service);
    await world.order(user, service);
    await world.call(addBonus, { user_id: user, bonus: 250 });
    expect(await forecastOf(user)).toMatchObject({ total: 0, items: [], bonuses: 250 });
  });

  it('F14: what ends with its period is not asked for', async () => {
    const user = await world.user({ balance: 100 });
    await world.order(user, await world.service({ next: -1 }));
    world.now = '2022-01-29 00:00:00';
    expect(await forecastOf(user)).toMatchObject({ total: 0, items: [] });
  });

  it.each([
    ['2022-01-26 12:00:00', 0, 0],
    ['2022-01-27 12:00:00', 1, 0],
    ['2022-01-28 12:00:00', 1, 1],
  ])('F16: an end on 2022-01-30 23:59:59 seen from %s', async (now, items, today) => {
    const user = await world.user({ balance: 100 });
    await world.order(user, await world.service());
    world.now = now;
    expect((await forecastOf(user)).items).toHaveLength(items);
    expect((await forecastOf(user, { consider_today: 1 })).items).toHaveLength(today);
    expect((await forecastOf(user, { days: 10 })).items).toHaveLength(1);
  });

  it('F17: blocked services only where they are asked for', async () => {
    const user = await world.user({ balance: 100 });
    const us = await world.order(user, await world.service());
    world.now = '2022-02-01 00:00:00';
    await world.touch(user, us);
    expect(await world.status(us)).toBe('BLOCK');
    expect((await forecastOf(user)).items).toEqual([]);
    expect(await forecastOf(user, { blocked: 1 })).toMatchObject({ total: 100 });
  });

  it('F18: the parts of a composite are items of their own', async () => {
    const child = await world.service({ cost: 10, pay_always: 1 });
    const service = await world.service({ cost: 100, is_composite: 1 });
    await world.call(setServiceChildren, { service_id: service, children: [{ service_id: child, qnt: 2 }] });
    const user = await world.user();
    await world.order(user, service);
    const found = await forecastOf(user);
    expect([found.items.length, found.total]).toEqual([2, 120]);
  });

  it('leaves out what has auto_bill 0, and fills names from settings', async () => {
    const user = await world.user();
    const service = await world.service({ name: 'Box' });
    await world.order(user, service, { auto_bill: 0 });
    await world.order(user, service);
    expect((await forecastOf(user)).items.map((item) => item.name)).toEqual(['Box']);
  });
});
