import {
  addService,
  changeService,
  deleteService,
  listCategories,
  listServiceChildren,
  listServices,
  readService,
  type ServiceRow,
  setServiceChildren,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf, userCaller, World } from '../story/world.ts';

process.env.TZ = 'UTC';

let world: World;
beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world.close());

const rowsOf = async (args: Record<string, unknown>) => (await world.call(listServices, args)).rows as ServiceRow[];

describe('the catalogue (peer-http-api.md A1)', () => {
  it('takes a chosen id once, and fills what is not given', async () => {
    const row: ServiceRow = await world.row(addService, { service_id: 700, name: 'a', cost: 1.5, category: 'x' });
    expect(row).toMatchObject({ service_id: 700, period: 1, next: 0, allow_to_order: 0, is_composite: 0, deleted: 0 });
    const again = world.call(addService, { service_id: 700, name: 'b', cost: 1, category: 'x' });
    expect(await faultOf(again)).toContain('409');
  });

  it('changes what is given and leaves the children alone', async () => {
    const part = await world.service();
    const id = await world.service({ cost: 5 });
    await world.call(setServiceChildren, { service_id: id, children: [{ service_id: part, qnt: 2 }] });
    const row: ServiceRow = await world.row(changeService, { service_id: id, cost: 7, config: { a: 1 } });
    expect(row).toMatchObject({ cost: 7, config: { a: 1 }, children: [{ service_id: part, qnt: 2 }] });
    expect(await faultOf(world.call(changeService, { service_id: 99_999, cost: 7 }))).toContain('404');
  });

  it('hides deleted services unless they are asked for, and takes them back', async () => {
    const id = await world.service({ category: 'gone' });
    await world.call(deleteService, { service_id: id });
    await world.call(deleteService, { service_id: id });
    expect(await rowsOf({ category: 'gone' })).toEqual([]);
    expect(await rowsOf({ category: 'gone', filter: { deleted: 1 } })).toHaveLength(1);
    expect(await rowsOf({ service_id: id })).toHaveLength(1);
    await world.call(changeService, { service_id: id, deleted: 0 });
    expect(await rowsOf({ category: 'gone' })).toHaveLength(1);
  });

  it('shows a user what he may see of one, and the categories to administrators', async () => {
    const id = await world.service({ category: 'seen' });
    const row: object = await world.row(readService, { service_id: id }, { caller: userCaller(7) });
    expect(Object.keys(row).sort()).toEqual(['category', 'cost', 'descr', 'name', 'period', 'service_id']);
    expect((await world.call(listCategories, {})).rows).toContain('seen');
  });
});

describe('children (peer-http-api.md A2)', () => {
  it('come in the stored order with their quantities, by the list too', async () => {
    const [one, two] = [await world.service(), await world.service()];
    const id = await world.service();
    const children = [{ service_id: two, qnt: 3 }, { service_id: id }, one];
    await world.call(setServiceChildren, { service_id: id, children: children as never });
    const { rows } = await world.call(listServiceChildren, { service_id: id });
    expect(rows.map((row) => [row.service_id, (row as { qnt?: number }).qnt])).toEqual([
      [two, 3],
      [one, 1],
    ]);
    expect((await rowsOf({ parent: id })).map((row) => row.service_id)).toEqual([two, one]);
  });

  it('are refused where one is unknown, the list is none, or a service would contain itself', async () => {
    const [outer, inner] = [await world.service(), await world.service()];
    const set = (service_id: number, children: unknown) =>
      faultOf(world.call(setServiceChildren, { service_id, children: children as never }));
    await set(outer, [{ service_id: inner }]);
    expect(await set(inner, [{ service_id: outer }])).toContain('400 Invalid value of children');
    expect(await set(inner, [{ service_id: 99_999 }])).toContain('99999');
    expect(await set(inner, [{ service_id: outer, qnt: -1 }])).toContain('400');
    expect(await set(99_999, [])).toContain('404');
  });
});
