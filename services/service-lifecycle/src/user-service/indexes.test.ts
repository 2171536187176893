import { afterAll, beforeAll, expect, it } from 'vitest';
import { World } from '../story/world.ts';

process.env.TZ = 'UTC';

let world: World;
beforeAll(async () => {
  world = await World.open();
  await world.order(await world.user({ balance: 100 }), await world.service());
});
afterAll(() => world.close());

const now = new Date();

it.each<[string, object]>([
  ['the prolongation', { status: 'ACTIVE', auto_bill: 1, expire: { $lt: now } }],
  ['the activation', { user_id: 101, status: { $in: ['BLOCK', 'NOT PAID'] }, auto_bill: 1 }],
  ['the clean-up of blocked services', { status: 'BLOCK', auto_bill: 1, parent: null, expire: { $lt: now } }],
  ['the sweeper', { 'change.leasedUntil': { $lt: now } }],
  ['reading a tree', { root: 1 }],
  ['reading children', { parent: { $in: [1, 2] } }],
  ['finding an order again', { order_key: 'order:1' }],
  ['counting what runs on a server', { 'settings.server_id': 1 }],
  ['the services of a user', { user_id: 101, status: { $ne: 'REMOVED' } }],
])('%s reads by an index', async (_name, filter) => {
  const plan = await world.lifecycle.changes.trees.collection.find(filter as never).explain('queryPlanner');
  const stages = JSON.stringify(plan);
  expect(stages).toContain('IXSCAN');
  expect(stages).not.toContain('COLLSCAN');
});
