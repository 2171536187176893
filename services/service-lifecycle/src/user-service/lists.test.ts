import {
  addUserService,
  changeUserService,
  deleteUserService,
  eraseUserServices,
  listOwnServices,
  listUserServices,
  refuseOrders,
  setServiceChildren,
  setUserServiceStatus,
  type UserServiceRow,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf, userCaller, World } from '../story/world.ts';

process.env.TZ = 'UTC';

let world: World;
let user: number;
let us: number;
let removed: number;
let tariff: number;
beforeAll(async () => {
  world = await World.open();
  const part = await world.service({ name: 'part', category: 'part', cost: 0 });
  tariff = await world.service({ name: `Disk (\${quota} mb)`, category: 'disk' });
  await world.call(setServiceChildren, { service_id: tariff, children: [{ service_id: part, qnt: 1 }] });
  user = await world.user({ balance: 200 });
  us = await world.order(user, tariff, { settings: { QUOTA: 100 } });
  removed = await world.order(user, await world.service());
  await world.call(deleteUserService, { user_id: user, user_service_id: removed, force: 1 });
});
afterAll(() => world.close());

type View = UserServiceRow & Record<string, unknown>;
const listed = async (args: object) => (await world.call(listUserServices, args)).rows as View[];
const ids = async (args: object) => (await listed({ user_id: user, ...args })).map((row) => row.user_service_id);

describe("the administrators' list (peer-http-api.md A9)", () => {
  it('has roots that are not removed, unless something else is asked for', async () => {
    const [child] = await world.children(us);
    expect(await ids({})).toEqual([us]);
    expect(await ids({ filter: { status: 'REMOVED' } })).toEqual([removed]);
    expect((await ids({ filter: { status: 'ANY' } })).sort((a, b) => a - b)).toEqual([us, removed]);
    expect(await ids({ filter: { user_service_id: child?.user_service_id ?? 0 } })).toEqual([child?.user_service_id]);
    expect(await ids({ parent: us })).toEqual([child?.user_service_id]);
    expect(await ids({ usi: removed })).toEqual([removed]);
    expect(await ids({ category: 'di%' })).toEqual([us]);
    expect(await ids({ category: 'nothing%' })).toEqual([]);
  });

  it('joins the catalogue row and the write-off, and fills the name from the settings', async () => {
    const [row] = await listed({ usi: us });
    expect(row).toMatchObject({ name: 'Disk (100 mb)', category: 'disk', cost: 100, settings: { QUOTA: 100 } });
    expect(row).toMatchObject({ services: { name: `Disk (\${quota} mb)` }, withdraws: { total: 100 } });
  });

  it('finds by text of settings and by columns of the catalogue', async () => {
    expect(await ids({ filter: { settings: '%QUOTA%' } })).toEqual([us]);
    expect(await ids({ filter: { category: 'disk' } })).toEqual([us]);
    expect(await faultOf(world.call(listUserServices, { filter: { unknown: 1 } }))).toContain('400');
  });
});

describe("a user's own list (peer-http-api.md 1B)", () => {
  it('has his services with their children, and nobody else', async () => {
    const own = (await world.call(listOwnServices, {}, { caller: userCaller(user) })).rows as View[];
    expect(own.map((row) => row.parent).sort()).toEqual([null, us].sort());
    expect(own.find((row) => row.user_service_id === us)?.service).toMatchObject({ cost: 100, category: 'disk' });
    expect(Object.keys(own[0] ?? {})).not.toContain('settings');
    const stranger = await world.user();
    expect((await world.call(listOwnServices, {}, { caller: userCaller(stranger) })).rows).toEqual([]);
  });
});

describe('what administrators write', () => {
  it('a bare row: no write-off, no children, no event', async () => {
    const row: UserServiceRow = await world.row(addUserService, { user_id: user, service_id: tariff });
    expect(row).toMatchObject({ status: 'INIT', withdraw_id: null, auto_bill: 1, expire: null });
    expect(await world.children(row.user_service_id)).toEqual([]);
    const unknown = world.call(addUserService, { user_id: user, service_id: 99_999 });
    expect(await faultOf(unknown)).toBe(`400 Can't create us for a non-existent service`);
    expect(await faultOf(world.call(addUserService, { user_id: 99_999, service_id: tariff }))).toContain('404');
  });

  it('a status directly, without events', async () => {
    const target = { user_id: user, user_service_id: us };
    await world.call(setUserServiceStatus, { ...target, status: 'BLOCK' });
    expect([await world.status(us), await world.tasks()]).toEqual(['BLOCK', []]);
    await world.call(setUserServiceStatus, { ...target, status: 'ACTIVE' });
    const gone = world.call(setUserServiceStatus, { user_id: user, user_service_id: removed, status: 'ACTIVE' });
    expect(await faultOf(gone)).toContain('400');
  });

  it('nothing into what belongs to somebody else', async () => {
    const stranger = await world.user();
    const foreign = world.call(changeUserService, { user_id: stranger, user_service_id: us, next: -1 });
    expect(await faultOf(foreign)).toContain('404');
  });
});

describe('deleting a user', () => {
  it('refuses his orders first, and erases his services last', async () => {
    const leaving = await world.user({ balance: 100 });
    await world.call(refuseOrders, { user_id: leaving, refuse: 1 });
    expect(await faultOf(world.order(leaving, tariff))).toBe('404 User not found');
    await world.call(refuseOrders, { user_id: leaving, refuse: 0 });
    await world.order(leaving, tariff);
    await world.call(eraseUserServices, { user_id: leaving });
    expect(await listed({ user_id: leaving, filter: { status: 'ANY' } })).toEqual([]);
  });
});
