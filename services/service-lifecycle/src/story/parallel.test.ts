import {
  activateUserService,
  changeTariff,
  deleteUserService,
  finishUserService,
  listWithdraws,
  setServiceChildren,
  stopUserService,
  touchUserService,
  verifyLedger,
  type WithdrawRow,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf, World } from './world.ts';

process.env.TZ = 'UTC';

const USERS = 4;
const COMMANDS_EACH = 15;
const SEED = Number(process.env.SEED ?? 20_220_601);

let world: World;
let tariffs: number[];
beforeAll(async () => {
  world = await World.open({ billing: 'Honest' });
  const free = await world.service({ cost: 0, category: 'with-commands' });
  const billed = await world.service({ cost: 7.77, pay_always: 1, category: 'billed' });
  tariffs = [];
  for (const cost of [10.01, 33.33, 100]) {
    const id = await world.service({ cost, category: 'tariff' });
    const children = [free, billed].map((service_id) => ({ service_id, qnt: 1 }));
    await world.call(setServiceChildren, { service_id: id, children });
    tariffs.push(id);
  }
  for (const name of ['create', 'block', 'activate', 'remove']) await world.command(name, 'with-commands');
});
afterAll(() => world.close());

/** Numbers from 0 to below 1 that follow from a seed. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe(`commands that meet in the same trees (SEED=${SEED})`, () => {
  const users: number[] = [];

  it('each end in an answer or a refusal that the client can read', async () => {
    const random = numbersOf(SEED);
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
    const outcomes: string[] = [];
    for (let turn = 0; turn < USERS; turn += 1) {
      const user = await world.user({ balance: 300 });
      users.push(user);
      const trees = [await world.order(user, pick(tariffs)), await world.order(user, pick(tariffs))];
      world.now = `2022-0${1 + Math.floor(random() * 8)}-15 12:00:00`;
      const commands = Array.from({ length: COMMANDS_EACH }, () => {
        const target = { user_id: user, user_service_id: pick(trees) };
        return pick([
          () => world.call(stopUserService, target),
          () => world.call(activateUserService, target),
          () => world.call(touchUserService, target),
          () => world.call(changeTariff, { ...target, service_id: pick(tariffs) }),
          () => world.call(finishUserService, target),
          () => world.call(deleteUserService, { ...target, force: 1 }),
          () => world.order(user, pick(tariffs)),
          () => world.pay(user, 5),
          () => world.lifecycle.prolongate(),
          () => world.lifecycle.activateServices(user, `pay-${turn}`),
          () => world.doCommands(),
        ]);
      });
      outcomes.push(...(await Promise.all(commands.map((command) => faultOf(command())))));
    }
    const unreadable = outcomes.filter((outcome) => outcome !== 'no fault' && !/^(400|404|408) /.test(outcome));
    expect(unreadable).toEqual([]);
  });

  it('leave no change, no waiting without a task, and no child that runs without its parent', async () => {
    await world.doCommands();
    const { collection } = world.lifecycle.changes.trees;
    expect(await collection.countDocuments({ 'change.number': { $gt: 0 } } as never)).toBe(0);
    expect(await collection.countDocuments({ status: 'PROGRESS' })).toBe(0);
    const nodes = await collection.find({ user_id: { $in: users } }).toArray();
    const byId = new Map(nodes.map((node) => [node._id, node]));
    const orphans = nodes
      .filter((node) => node.status === 'ACTIVE' && node.parent !== null)
      .filter((node) => {
        const parent = byId.get(node.parent ?? 0);
        return parent?.status !== 'ACTIVE';
      });
    expect(orphans.map((node) => node._id)).toEqual([]);
  });

  it('leave a ledger that is right, and no service with two unpaid write-offs', async () => {
    expect((await world.call(verifyLedger, {})).rows[0]).toMatchObject({ ok: 1, differences: [] });
    for (const user_id of users) {
      const { rows } = await world.call(listWithdraws, { user_id, limit: 1000, filter: { withdraw_date: null } });
      const services = (rows as readonly WithdrawRow[]).map((row) => row.user_service_id);
      expect(new Set(services).size).toBe(services.length);
    }
  });
});
