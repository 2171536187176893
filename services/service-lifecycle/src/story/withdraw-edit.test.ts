import {
  addUserWithdraw,
  changeUserWithdraw,
  deleteUserWithdraw,
  listOwnWithdraws,
  listUserWithdraws,
  type NamedWithdraw,
  type WithdrawRow,
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

async function bought(left = 0) {
  const user = await world.user({ balance: 100 + left });
  const service = await world.service({ name: 'hosting' });
  const us = await world.order(user, service);
  const { withdraw_id } = await world.wd(us);
  const edit = (terms: object): Promise<WithdrawRow> =>
    world.row(changeUserWithdraw, { user_id: user, withdraw_id, ...terms });
  return { user, service, us, withdraw_id, edit };
}

describe('domain.md 5.2: editing a paid write-off', () => {
  it('prices it anew, moves the balance by the difference and the end with it', async () => {
    const { user, us, edit } = await bought();
    expect(await edit({ months: 2 })).toMatchObject({ total: 200, months: 2, end_date: '2022-03-01 23:59:59' });
    expect([await world.balance(user), (await world.us(us)).expire]).toEqual([-100, '2022-03-01 23:59:59']);
    expect(await edit({ cost: 50 })).toMatchObject({ total: 100, cost: 50 });
    expect(await world.balance(user)).toBe(0);
    expect(await edit({ discount: 10 })).toMatchObject({ total: 90, discount: 10 });
    expect(await world.balance(user)).toBe(10);
    expect(await edit({ qnt: 2 })).toMatchObject({ total: 180, qnt: 2 });
    expect(await world.balance(user)).toBe(-80);
    expect(await edit({ months: 3 })).toMatchObject({ total: 270, discount: 10, withdraw_date: '2022-01-01 00:00:00' });
    expect(await world.balance(user)).toBe(-170);
  });

  it('Q14: a bonus of 5 moves the balance by 5, once', async () => {
    const user = await world.user({ balance: 100, bonus: 0 });
    const us = await world.order(user, await world.service());
    const { withdraw_id } = await world.wd(us);
    await world.call(changeUserWithdraw, { user_id: user, withdraw_id, bonus: 5 });
    expect(await world.wd(us)).toMatchObject({ total: 95, bonus: 5 });
    expect(await world.figures(user)).toMatchObject({ balance: 5, bonus: -5 });
  });

  it('says with dry_run what would come of it and changes nothing', async () => {
    const { user, us, edit } = await bought();
    expect(await edit({ months: 2, dry_run: 1 })).toMatchObject({ total: 200 });
    expect(await world.wd(us)).toMatchObject({ total: 100, months: 1 });
    expect([await world.balance(user), (await world.us(us)).expire]).toEqual([0, '2022-01-30 23:59:59']);
  });

  it('refuses a row from the past, one of somebody else and another service', async () => {
    const { user, us, edit, withdraw_id } = await bought(100);
    world.now = '2022-01-31 00:00:00';
    await world.touch(user, us);
    expect(await faultOf(edit({ months: 2 }))).toBe('400 This item cannot be edited because it is from the past');
    const other = await bought();
    const foreign = world.call(changeUserWithdraw, { user_id: other.user, withdraw_id, months: 2 });
    expect(await faultOf(foreign)).toContain('404');
    expect(await faultOf(other.edit({ user_service_id: us }))).toBe('400 User service not exists');
    expect(await faultOf(other.edit({ service_id: 99_999 }))).toBe('400 Service not exists');
  });
});

describe('domain.md 5.2: unpaid write-offs', () => {
  it('a cheaper price activates the service', async () => {
    const user = await world.user({ balance: 40 });
    const us = await world.order(user, await world.service());
    const { withdraw_id } = await world.wd(us);
    await world.call(changeUserWithdraw, { user_id: user, withdraw_id, cost: 40 });
    expect([await world.status(us), await world.balance(user)]).toEqual(['ACTIVE', 0]);
  });

  it('a prepared next period is used at the end of the present one', async () => {
    const { user, service, us } = await bought(60);
    const args = { user_id: user, user_service_id: us, service_id: service, cost: 60 };
    const row: WithdrawRow = await world.row(addUserWithdraw, args);
    expect(row).toMatchObject({ total: 60, withdraw_date: null, end_date: null });
    expect(await world.balance(user)).toBe(60);
    world.now = '2022-01-31 00:00:00';
    await world.touch(user, us);
    expect(await world.us(us)).toMatchObject({ status: 'ACTIVE', withdraw_id: row.withdraw_id });
    expect([await world.balance(user), (await world.wds(us)).length]).toEqual([0, 2]);
  });

  it('is deleted when it is neither paid nor current', async () => {
    const { user, service, us, withdraw_id } = await bought();
    const args = { user_id: user, user_service_id: us, service_id: service, cost: 60 };
    const row: WithdrawRow = await world.row(addUserWithdraw, args);
    const other = await bought();
    const remove = (user_id: number, id: number) =>
      faultOf(world.call(deleteUserWithdraw, { user_id, withdraw_id: id }));
    expect(await remove(user, withdraw_id)).toContain('400');
    expect(await remove(other.user, row.withdraw_id)).toContain('404');
    expect(await remove(user, row.withdraw_id)).toBe('no fault');
    expect(await remove(user, row.withdraw_id)).toContain('404');
    expect(await world.wds(us)).toHaveLength(1);
    const unpaid = await world.order(await world.user(), service);
    const current = await world.wd(unpaid);
    expect(await remove(current.user_id, current.withdraw_id)).toContain('400');
  });

  it('refuses an unknown service, user service and user', async () => {
    const { user, service, us } = await bought();
    const add = (changed: object) =>
      faultOf(
        world.call(addUserWithdraw, { user_id: user, user_service_id: us, service_id: service, cost: 1, ...changed }),
      );
    expect(await add({ service_id: 99_999 })).toBe(`400 Can't create for not existed service`);
    expect(await add({ user_service_id: 99_999 })).toBe('400 User service not exists');
    expect(await add({ user_id: 99_999 })).toBe('404 User not found');
  });
});

describe('the lists of write-offs', () => {
  it('come with the names of their services, to administrators all, to a user his own', async () => {
    const { user, us, withdraw_id } = await bought();
    await bought();
    const own = (await world.call(listOwnWithdraws, {}, { caller: userCaller(user) })).rows as NamedWithdraw[];
    expect(own).toEqual([expect.objectContaining({ withdraw_id, name: 'hosting', user_service_id: us })]);
    const all = await world.call(listUserWithdraws, { limit: 2 });
    expect([all.total > 2, (all.rows as NamedWithdraw[]).every((row) => row.name !== undefined)]).toEqual([true, true]);
    const unnamed = await world.call(listUserWithdraws, { user_id: user, fields: 'cost' });
    expect((unnamed.rows as NamedWithdraw[]).map(({ name }) => name)).toEqual(own.map(() => null));
    const ranged = await world.call(listUserWithdraws, { user_id: user, start: '2022-01-01', stop: '2022-01-02' });
    expect(ranged.total).toBe(1);
  });
});
