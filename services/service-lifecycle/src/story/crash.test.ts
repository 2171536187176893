import { setServiceChildren } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Intent } from '../user-service/intent.ts';
import type { Stage } from '../user-service/tree-changes.ts';
import { World } from './world.ts';

process.env.TZ = 'UTC';

const STAGES: readonly Stage[] = ['stored', 'settled', 'planned', 'written', 'applied', 'finished'];

class Killed extends Error {}

let world: World;
let tariff: number;
let other: number;
beforeAll(async () => {
  world = await World.open({ billing: 'Simpler' });
  const billed = await world.service({ cost: 10, pay_always: 1, category: 'with-commands' });
  const free = await world.service({ cost: 0, category: 'free' });
  tariff = await world.service({ cost: 100, category: 'tariff' });
  other = await world.service({ cost: 40, category: 'tariff' });
  const children = [billed, free].map((service_id) => ({ service_id, qnt: 1 }));
  await world.call(setServiceChildren, { service_id: tariff, children });
  for (const name of ['create', 'block', 'activate', 'remove']) await world.command(name, 'with-commands');
  await world.command('changed_tariff', 'tariff');
  await world.command('prolongate', 'tariff');
});
afterAll(() => world.close());

interface Subject {
  readonly user: number;
  readonly us: number;
}

/** A tree of a user that is ACTIVE, all its commands done. */
async function active(balance: number): Promise<Subject> {
  world.now = '2022-01-01 00:00:00';
  const user = await world.user({ balance });
  const us = await world.order(user, tariff);
  await world.doCommands();
  return { user, us };
}

async function stopped(balance: number): Promise<Subject> {
  const subject = await active(balance);
  await change({ kind: 'stop', target: subject.us, autoBill: null }, 'stop-first');
  await world.doCommands();
  return subject;
}

function change(intent: Intent, key: string) {
  return world.lifecycle.changes.run(intent, { context: world.context(key), key });
}

async function place(user: number, key: string): Promise<number> {
  const service = await world.lifecycle.catalogue.find(tariff);
  if (!service) throw new Error('The tariff is not there');
  const terms = { userId: user, service, settings: null, autoBill: 1, terms: {}, endDate: null, onceKey: null };
  return (await world.lifecycle.orders.create(terms, world.context(key)))._id;
}

interface Scenario {
  readonly name: string;
  readonly prepare: () => Promise<Subject>;
  /** What dies on the way and is asked for again with the same key. */
  readonly act: (subject: Subject, key: string) => Promise<unknown>;
}

const scenarios: readonly Scenario[] = [
  {
    name: 'order',
    prepare: async () => {
      world.now = '2022-01-01 00:00:00';
      return { user: await world.user({ balance: 500 }), us: 0 };
    },
    act: ({ user }, key) => place(user, key),
  },
  {
    name: 'order without money',
    prepare: async () => {
      world.now = '2022-01-01 00:00:00';
      return { user: await world.user({ balance: 50 }), us: 0 };
    },
    act: ({ user }, key) => place(user, key),
  },
  {
    name: 'stop',
    prepare: () => active(110),
    act: ({ us }, key) => change({ kind: 'stop', target: us, autoBill: 0 }, key),
  },
  {
    name: 'activate, with a renewal',
    prepare: async () => {
      const subject = await stopped(300);
      world.now = '2022-02-10 00:00:00';
      return subject;
    },
    act: ({ us }, key) => change({ kind: 'activate', target: us, autoBill: 1 }, key),
  },
  {
    name: 'change of the tariff',
    prepare: async () => {
      const subject = await active(200);
      world.now = '2022-01-11 00:00:00';
      return subject;
    },
    act: ({ us }, key) =>
      change({ kind: 'tariff', target: us, serviceId: other, finishActive: true, partial: false }, key),
  },
  {
    name: 'delete',
    prepare: async () => {
      const subject = await active(110);
      world.now = '2022-01-16 00:00:00';
      return subject;
    },
    act: ({ us }, key) => change({ kind: 'remove', target: us, force: true }, key),
  },
  {
    name: 'prolongation of a tree',
    prepare: async () => {
      const subject = await active(220);
      world.now = '2022-01-31 00:00:00';
      return subject;
    },
    act: () => world.lifecycle.prolongate(),
  },
  {
    name: 'prolongation of single services',
    prepare: async () => {
      world.now = '2022-01-01 00:00:00';
      const user = await world.user({ balance: 80 });
      const us = await world.order(user, other);
      world.now = '2022-01-31 00:00:00';
      return { user, us };
    },
    act: () => world.lifecycle.prolongate(),
  },
  {
    name: 'payment of what is blocked',
    prepare: async () => {
      const subject = await active(110);
      world.now = '2022-01-31 00:00:00';
      await world.touch(subject.user, subject.us);
      await world.doCommands();
      await world.pay(subject.user, 150);
      return subject;
    },
    act: ({ user }, key) => world.lifecycle.activateServices(user, key),
  },
];

/** Everything that may be seen of a user afterwards; ids only as their order. */
async function observed({ user }: Subject) {
  const nodes = await world.lifecycle.changes.trees.collection.find({ user_id: user }).sort({ _id: 1 }).toArray();
  const ids = nodes.map((node) => node._id);
  const services = nodes.map(({ status, status_before, expire, service_id, auto_bill, change: open, progress }) => ({
    ...{ status, status_before, expire, service_id, auto_bill, open: open ?? null },
    waits: progress?.waitsFor ?? null,
  }));
  const rows = (await Promise.all(ids.map((id) => world.wds(id)))).flat();
  const withdraws = rows.map(({ total, months, withdraw_date, end_date, service_id }) => ({
    ...{ total, months, withdraw_date, end_date, service_id },
  }));
  const tasks = (await world.tasks()).filter((task) => ids.includes(task.user_service_id));
  const events = tasks.map((task) => `${ids.indexOf(task.user_service_id)} ${task.event}`).sort();
  return { services, withdraws, events, balance: await world.balance(user) };
}

/** Time passes until nobody holds what was left any more; then a sweeper finds it. */
async function recover(): Promise<void> {
  const { collection } = world.lifecycle.changes.trees;
  await collection.updateMany(
    { 'change.number': { $gt: 0 } } as never,
    { $set: { 'change.leasedUntil': new Date(0) } } as never,
  );
  await world.lifecycle.changes.sweep();
}

/** Nothing of the work goes on after the stage; false where it has no such stage. */
async function kill(stage: Stage, act: () => Promise<unknown>): Promise<boolean> {
  let died = false;
  world.atStage((reached) => {
    died ||= reached === stage;
    if (died) throw new Killed(stage);
  });
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  } finally {
    world.atStage(undefined);
  }
  return died;
}

describe.each(scenarios)('a process that dies in $name', ({ prepare, act }) => {
  let expected: Awaited<ReturnType<typeof observed>>;
  beforeAll(async () => {
    const subject = await prepare();
    await act(subject, `whole ${subject.user}`);
    expected = await observed(subject);
    await world.doCommands();
  });

  it.each(STAGES)('after the stage `%s` leaves a change that is brought to the same end, once', async (stage) => {
    const subject = await prepare();
    const key = `killed ${subject.user}`;
    const died = await kill(stage, () => act(subject, key));
    if (died) await recover();
    expect(await observed(subject)).toEqual(expected);
    await act(subject, key);
    expect(await observed(subject)).toEqual(expected);
    await world.doCommands();
  });
});

it('no task is queued before the service that waits for it is there', async () => {
  const user = await world.user({ balance: 500 });
  expect(await kill('written', () => place(user, `early ${user}`))).toBe(true);
  const nodes = await world.lifecycle.changes.trees.collection.find({ user_id: user }).sort({ _id: 1 }).toArray();
  expect(nodes.map((node) => node.status)).toEqual(['INIT', 'PROGRESS', 'ACTIVE']);
  expect(await world.tasks()).toEqual([]);
  await recover();
  expect(await world.doCommands()).toEqual(['CREATE']);
});

it('a change that cannot be continued does not hold up the others', async () => {
  const [broken, left] = [await active(110), await active(110)];
  const { collection } = world.lifecycle.changes.trees;
  const unreadable = {
    number: 99,
    key: null,
    leasedUntil: new Date(0),
    intent: '?',
    rounds: [],
    created: [],
    plan: null,
  };
  await collection.updateOne({ _id: broken.us }, { $set: { change: unreadable } } as never);
  const stop = () => change({ kind: 'stop', target: left.us, autoBill: null }, 'stop-left');
  expect(await kill('planned', stop)).toBe(true);
  await recover();
  await expect.poll(() => world.status(left.us)).toBe('PROGRESS');
  await collection.updateOne({ _id: broken.us }, { $unset: { change: 1 } });
});
