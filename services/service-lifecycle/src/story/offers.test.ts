import {
  deleteUserService,
  listOffers,
  listOffersOfUser,
  order,
  type PricedOffer,
  renderForTask,
  type ServiceRow,
  setServiceChildren,
  type UserServiceRow,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Offers } from '../order/offers.ts';
import { faultOf, userCaller, World } from './world.ts';

process.env.TZ = 'UTC';

let world: World;
beforeAll(async () => {
  world = await World.open({ billing: 'Simpler' });
});
afterAll(() => world.close());

async function offerOf(user: number, service_id: number): Promise<PricedOffer> {
  return world.row(listOffersOfUser, { user_id: user, service_id });
}

async function composite(terms: object = {}): Promise<number> {
  const child = await world.service({ cost: 10, pay_always: 1 });
  const service = await world.service({ cost: 100, is_composite: 1, allow_to_order: 1, ...terms });
  await world.call(setServiceChildren, { service_id: service, children: [{ service_id: child, qnt: 2 }] });
  return service;
}

describe('domain.md 2.15: the price list', () => {
  it('shows a composite of 100 and 10 x 2 as 120, and 108 with a discount of 10', async () => {
    const service = await composite();
    expect(await offerOf(await world.user(), service)).toMatchObject({ cost: 120, real_cost: 120 });
    expect(await offerOf(await world.user({ discount: 10 }), service)).toMatchObject({ cost: 120, real_cost: 108 });
  });

  it.each([
    [
      { cost: 100, limit: 30, discount: 50, bonus: 99 },
      { cost_bonus: 15, real_cost: 50, real_cost_with_bonuses: 35 },
    ],
    [
      { cost: 100, limit: 30, discount: 0, bonus: 99 },
      { cost_bonus: 30, real_cost: 100, real_cost_with_bonuses: 70 },
    ],
    [
      { cost: 100, limit: 50, discount: 10, bonus: 30 },
      { real_cost: 90, real_cost_with_bonuses: 60 },
    ],
  ])('prices %o as %o', async ({ cost, limit, discount, bonus }, prices) => {
    const config = { limit_bonus_percent: limit };
    const service = await world.service({ cost, config, allow_to_order: 1 });
    expect(await offerOf(await world.user({ discount, bonus }), service)).toMatchObject(prices);
  });

  it('has what may be ordered and is not deleted, of a category where one is asked for', async () => {
    const user = await world.user();
    const offered = await world.service({ category: 'list-a', allow_to_order: 1 });
    await world.service({ category: 'list-a' });
    await world.service({ category: 'list-a', allow_to_order: 1, deleted: 1 });
    await world.service({ category: 'list-b', allow_to_order: 1 });
    const { rows } = await world.call(listOffers, { category: 'list-a%' }, { caller: userCaller(user) });
    expect(rows.map((row) => row.service_id)).toEqual([offered]);
    expect(Object.keys(rows[0] ?? {})).not.toContain('allow_to_order');
  });

  it('is cut by limit and offset after what is not offered to the user, and says of how many', async () => {
    const user = await world.user({ balance: 1000 });
    const caller = userCaller(user);
    const terms = { category: 'list-c', allow_to_order: 1 };
    const [first, second] = [await world.service(terms), await world.service(terms)];
    const once = await world.service({ ...terms, config: { order_only_once: 1 } });
    await world.call(order, { service_id: once }, { caller });
    const filter = { category: 'list-c' };
    const pageOf = async (args: object) => {
      const { rows, page } = await world.call(listOffers, { filter, ...args }, { caller });
      return [rows.map((row) => row.service_id), page];
    };
    expect(await pageOf({})).toEqual([[second, first], { total: 2, limit: 25, offset: 0, filter }]);
    expect(await pageOf({ limit: 1 })).toEqual([[second], { total: 2, limit: 1, offset: 0, filter }]);
    expect(await pageOf({ limit: 1, offset: 1 })).toEqual([[first], { total: 2, limit: 1, offset: 1, filter }]);
    expect(await pageOf({ offset: 2 })).toEqual([[], { total: 2, limit: 25, offset: 2, filter }]);
  });
});

describe('billing.price_list_template_id', () => {
  it('names what is offered, in its order, whatever allow_to_order says', async () => {
    const user = await world.user();
    const [first, second, deleted] = await Promise.all([
      world.service(),
      world.service({ allow_to_order: 1 }),
      world.service({ deleted: 1 }),
    ]);
    const config = { read: async () => ({ price_list_template_id: 'price-list' }) };
    const { catalogue, changes } = world.lifecycle;
    const offers = new Offers(catalogue, changes.trees.collection, config);
    const context = world.contextWhere(renderForTask, { rows: [{ text: JSON.stringify([second, deleted, first]) }] });
    const { rows } = await offers.list(user, {}, context, true);
    expect(rows.map((row) => row.service_id)).toEqual([second, first]);
    const rowOf = async (id: number | undefined) => (await catalogue.find(id ?? 0)) as ServiceRow;
    expect(await offers.offers(user, await rowOf(first), context)).toBe(true);
    expect(await offers.offers(user, await rowOf(deleted), context)).toBe(false);
    expect(await offers.offers(user, await rowOf(await world.service({ allow_to_order: 1 })), context)).toBe(false);
  });
});

describe('an order of a user himself', () => {
  it('answers the name and what he may see', async () => {
    const user = await world.user({ balance: 100 });
    const service = await world.service({ name: 'Hosting', allow_to_order: 1 });
    const row: Record<string, unknown> = await world.row(order, { service_id: service }, { caller: userCaller(user) });
    expect(row).toMatchObject({ name: 'Hosting', status: 'ACTIVE', service_id: service });
    expect(Object.keys(row)).not.toContain('withdraw_id');
  });

  it('is refused for what is not in the price list, and for what is not there', async () => {
    const caller = userCaller(await world.user({ balance: 100 }));
    const hidden = await world.service();
    const refused = world.call(order, { service_id: hidden }, { caller });
    expect(await faultOf(refused)).toBe('403 The service is prohibited for registration');
    expect(await faultOf(world.call(order, { service_id: 99_999 }, { caller }))).toBe('400 service not exists: 99999');
  });

  it('gets what may be ordered once only once, however many orders come at the same time', async () => {
    const user = await world.user({ balance: 1000 });
    const caller = userCaller(user);
    const service = await world.service({ allow_to_order: 1, config: { order_only_once: 1 } });
    const orders = Array.from({ length: 10 }, () => faultOf(world.call(order, { service_id: service }, { caller })));
    const outcomes = await Promise.all(orders);
    expect(outcomes.filter((outcome) => outcome === 'no fault')).toHaveLength(1);
    expect(await world.balance(user)).toBe(900);
    const { rows } = await world.call(listOffers, { service_id: service }, { caller });
    expect(rows).toEqual([]);
  });

  it('may order again what was removed before it was ever paid', async () => {
    const user = await world.user();
    const caller = userCaller(user);
    const service = await world.service({ allow_to_order: 1, config: { order_only_once: 1 } });
    const first: UserServiceRow = await world.row(order, { service_id: service }, { caller });
    await world.call(deleteUserService, { user_id: user, user_service_id: first.user_service_id });
    const second: UserServiceRow = await world.row(order, { service_id: service }, { caller });
    expect(second.status).toBe('NOT PAID');
  });

  it('is counted by address: five in ten minutes (decisions.md 16)', async () => {
    const caller = userCaller(await world.user(), '203.0.113.7');
    const service = await world.service({ allow_to_order: 1 });
    for (let turn = 0; turn < 5; turn += 1) await world.call(order, { service_id: service }, { caller });
    expect(await faultOf(world.call(order, { service_id: service }, { caller }))).toContain('429');
    const neighbour = userCaller(caller.userId ?? 0, '192.168.1.2');
    expect(await faultOf(world.call(order, { service_id: service }, { caller: neighbour }))).toBe('no fault');
  });
});
