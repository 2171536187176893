import { changeService, deleteUserService, recalcUserService, updateAccount } from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { World } from './world.ts';

process.env.TZ = 'UTC';

let simpler: World;
let honest: World;
beforeAll(async () => {
  simpler = await World.open({ billing: 'Simpler' });
  honest = await World.open({ billing: 'Honest' });
});
afterAll(async () => {
  await simpler.close();
  await honest.close();
});
beforeEach(() => {
  simpler.now = '2022-01-01 00:00:00';
  honest.now = '2022-01-01 00:00:00';
});

/** An ACTIVE service bought on 2022-01-01 for a month. */
async function bought(world: World, terms: object, left = 0) {
  const service = await world.service(terms);
  const user = await world.user({ balance: 100 + left });
  return { service, user, us: await world.order(user, service) };
}

describe('domain.md 2.7: the life of a write-off', () => {
  it('L6: recalc of an unpaid row takes the present discount', async () => {
    const user = await simpler.user();
    const us = await simpler.order(user, await simpler.service());
    await simpler.call(updateAccount, { user_id: user, discount: 20 });
    await simpler.call(recalcUserService, { user_id: user, user_service_id: us });
    expect(await simpler.wd(us)).toMatchObject({ total: 80, discount: 20, withdraw_date: null });
  });

  it('L7: recalc with three months', async () => {
    const user = await simpler.user();
    const us = await simpler.order(user, await simpler.service());
    await simpler.call(recalcUserService, { user_id: user, user_service_id: us, months: 3 });
    expect(await simpler.wd(us)).toMatchObject({ months: 3, discount: 10, total: 270 });
  });

  it('recalc processes the service: what became affordable is paid', async () => {
    const user = await simpler.user({ balance: 80 });
    const us = await simpler.order(user, await simpler.service());
    await simpler.call(updateAccount, { user_id: user, discount: 20 });
    await simpler.call(recalcUserService, { user_id: user, user_service_id: us });
    expect([await simpler.status(us), await simpler.balance(user)]).toEqual(['ACTIVE', 0]);
  });

  it.each([
    ['L8: a new catalogue price does not reach subscribers', 'own', 100],
    ['L9: unless next names the same service', 'next', 200],
  ])('%s', async (_name, kind, total) => {
    const { service, user, us } = await bought(simpler, {}, 500);
    await simpler.call(changeService, { service_id: service, cost: 200 });
    if (kind === 'next') await simpler.set(us, { next: service });
    simpler.now = '2022-02-01 12:00:00';
    await simpler.touch(user, us);
    expect(await simpler.wd(us)).toMatchObject({ total, cost: total });
    expect(await simpler.status(us)).toBe('ACTIVE');
  });

  it('Q20: a service that expired long ago is charged for each missed period in turn', async () => {
    const { user, us } = await bought(simpler, {}, 1000);
    simpler.now = '2022-03-15 00:00:00';
    await simpler.touch(user, us);
    expect((await simpler.us(us)).expire).toBe('2022-03-01 23:59:58');
    await simpler.touch(user, us);
    expect((await simpler.us(us)).expire).toBe('2022-03-31 23:59:57');
    await simpler.touch(user, us);
    expect(await simpler.balance(user)).toBe(800);
  });

  it('no_auto_renew blocks at the end', async () => {
    const { user, us } = await bought(simpler, { config: { no_auto_renew: 1 } }, 1000);
    simpler.now = '2022-02-01 00:00:00';
    await simpler.touch(user, us);
    expect([await simpler.status(us), await simpler.balance(user)]).toEqual(['BLOCK', 1000]);
  });

  it('next = -1 removes at the end and returns nothing', async () => {
    const { user, us } = await bought(simpler, { next: -1 }, 500);
    simpler.now = '2022-02-01 00:00:00';
    await simpler.touch(user, us);
    expect([await simpler.status(us), await simpler.balance(user)]).toEqual(['REMOVED', 500]);
  });

  it('Q19: a period of 0 is paid once and removed at the next touch, without refund', async () => {
    const { user, us } = await bought(simpler, { period: 0 }, 500);
    expect([await simpler.status(us), await simpler.balance(user)]).toEqual(['ACTIVE', 500]);
    await simpler.touch(user, us);
    expect([await simpler.status(us), await simpler.balance(user)]).toEqual(['REMOVED', 500]);
  });

  it('a removed unpaid service loses its write-off', async () => {
    const user = await simpler.user();
    const us = await simpler.order(user, await simpler.service());
    await simpler.call(deleteUserService, { user_id: user, user_service_id: us });
    expect(await simpler.us(us)).toMatchObject({ status: 'REMOVED', withdraw_id: null });
    expect(await simpler.wds(us)).toEqual([]);
  });

  it('is expired in its last second for a touch', async () => {
    const { user, us } = await bought(simpler, {}, 100);
    simpler.now = '2022-01-30 23:59:58';
    await simpler.touch(user, us);
    expect(await simpler.balance(user)).toBe(100);
    simpler.now = '2022-01-30 23:59:59';
    await simpler.touch(user, us);
    expect(await simpler.balance(user)).toBe(0);
  });
});

describe('domain.md 2.8: partial renewal', () => {
  const partial = { config: { allow_partial_period: 1 } };

  it('an order waits for its whole price', async () => {
    const user = await simpler.user({ balance: 50 });
    const us = await simpler.order(user, await simpler.service(partial));
    await simpler.touch(user, us);
    expect([await simpler.status(us), await simpler.balance(user)]).toEqual(['NOT PAID', 50]);
    expect(await simpler.wd(us)).toMatchObject({ total: 100, months: 1, withdraw_date: null });
  });

  it.each([
    ['PP4', 0.01, '0.0001', 'ACTIVE'],
    ['PP5', 0, '1', 'BLOCK'],
    ['PP7 as decided (Q5)', -50, '1', 'BLOCK'],
  ])('%s: Simpler with balance %s', async (_name, balance, months, status) => {
    const { user, us } = await bought(simpler, partial);
    await simpler.pay(user, balance);
    simpler.now = '2022-02-01 00:00:00';
    await simpler.touch(user, us);
    expect(await simpler.status(us)).toBe(status);
    expect((await simpler.wd(us)).months).toBe(Number(months));
    expect(await simpler.figures(user)).toMatchObject({ balance: status === 'ACTIVE' ? 0 : balance, bonus: 0 });
  });

  it.each([
    ['PP6 as decided (Q5)', 0],
    ['PP6 as decided (Q5)', -50],
  ])('%s: Honest with balance %s blocks', async (_name, balance) => {
    const { user, us } = await bought(honest, partial);
    await honest.pay(user, balance);
    honest.now = '2022-02-01 00:00:00';
    await honest.touch(user, us);
    await honest.touch(user, us);
    expect(await honest.status(us)).toBe('BLOCK');
    expect(await honest.wds(us)).toHaveLength(2);
    expect(await honest.figures(user)).toMatchObject({ balance, bonus: 0 });
  });
});
