import { type RoutedOperation, routedOperations } from './routes.ts';
import { arrangements } from './statuses/all.ts';
import { requestOf } from './statuses/arrangement.ts';
import type { NewUser, World } from './world.ts';

export type ListOperation = RoutedOperation & { readonly list: NonNullable<RoutedOperation['list']> };

export const listOperations = routedOperations.filter(
  (operation): operation is ListOperation => operation.list !== undefined,
);

/** What puts a row into a list, besides orders and payments. */
const ADDING = [
  'profile.add',
  'bonus.add',
  'discount.add',
  'service-event.add',
  'template.add',
  'storage.add',
  'config.add',
  'server.add',
  'server-group.add',
  'identity.add',
  'promo.add',
  'spool.add',
  'webhook.add',
];
const ROWS_AT_LEAST = 4;

/** Puts some rows into every list; answers a user who has some of everything that users see. */
export async function fillLists(world: World): Promise<NewUser> {
  const owner = await world.user({ full_name: 'Owner of everything' });
  for (let row = 1; row <= ROWS_AT_LEAST; row += 1) {
    await world.system.clock.set(`2026-03-0${row} 12:00:00`);
    await world.user({ full_name: `User ${row}`, discount: row, credit: row * 10, comment: row % 2 ? 'odd' : null });
    for (const id of ADDING) await succeed(world, id);
    await fillOwn(world, owner, row);
  }
  await world.rows({ method: 'DELETE', path: '/v1/admin/user', query: { user_id: await blockedId(world) } });
  await world.system.run();
  return owner;
}

async function fillOwn(world: World, { userId, send }: NewUser, row: number): Promise<void> {
  await world.pay(userId, 100 * row);
  const serviceId = await world.service({ cost: 10 * row, descr: row % 2 ? 'odd' : null });
  await world.order(userId, serviceId, { settings: { number: row } });
  await send({ method: 'PUT', path: `/v1/storage/manage/record-${row}`, text: 'kept' });
  const template_id = await world.template('gift');
  const body = { template_id, user_id: userId, code: `Own${row}`, settings: { public: { row } } };
  await world.rows({ method: 'PUT', path: '/v1/admin/promo', body });
}

async function succeed(world: World, id: string): Promise<void> {
  const operation = routedOperations.find((candidate) => candidate.id === id);
  const arranged = await arrangements[id]?.valid(world);
  if (!operation || !arranged) throw new Error(`${id} has no arrangement in test/acceptance/statuses`);
  await world.rows(requestOf(operation, arranged));
}

/** Blocked users come into a list only when its filter asks for them, which would make each comparison an exception. */
async function blockedId(world: World): Promise<unknown> {
  const [row] = await world.rows({ method: 'GET', path: '/v1/admin/user', query: { filter: { block: 1 } } });
  return row?.user_id;
}
