import { addServiceEvent, setServiceChildren, stopUserService, updateAccount } from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SPOOL, taskCodec } from '../spool/task.ts';
import { World } from './world.ts';

process.env.TZ = 'UTC';

let world: World;
beforeAll(async () => {
  world = await World.open({ billing: 'Simpler', now: '2022-01-01 00:00:00' });
});
afterAll(() => world.close());
beforeEach(() => {
  world.now = '2022-01-01 00:00:00';
});

/** An ACTIVE service of a user who can pay for one more month. */
async function bought(terms: object = {}, left = 100) {
  const user = await world.user({ balance: 100 + left });
  return { user, us: await world.order(user, await world.service(terms)) };
}

/** An ACTIVE tree, a parent for 100 with a child for 10, of a user who can pay for one more month of both. */
async function boughtWithChild(terms: object) {
  const child = await world.service({ cost: 10, pay_always: 1, ...terms });
  const parent = await world.service({ cost: 100 });
  await world.call(setServiceChildren, { service_id: parent, children: [{ service_id: child, qnt: 1 }] });
  const user = await world.user({ balance: 220 });
  return { user, us: await world.order(user, parent) };
}

describe('job_prolongate (domain.md 4.7)', () => {
  it('renews what is ACTIVE and over, blocks what nobody pays, and leaves the rest alone', async () => {
    const paid = await bought();
    const poor = await bought({}, 0);
    const manual = await bought();
    await world.call(stopUserService, { user_id: manual.user, user_service_id: manual.us, auto_bill: 0 });
    const longer = await bought({ period: 2 });
    world.now = '2022-01-31 00:00:00';
    await world.lifecycle.prolongate();
    expect(await world.us(paid.us)).toMatchObject({ status: 'ACTIVE', expire: '2022-03-01 23:59:58' });
    expect([await world.balance(paid.user), await world.status(poor.us)]).toEqual([0, 'BLOCK']);
    expect([await world.status(manual.us), await world.balance(manual.user)]).toEqual(['BLOCK', 100]);
    expect(await world.balance(longer.user)).toBe(100);
  });

  it('is not due in the second in which a period ends, unlike a touch (decisions.md 13)', async () => {
    const { user, us } = await bought();
    world.now = '2022-01-30 23:59:59';
    await world.lifecycle.prolongate();
    expect(await world.balance(user)).toBe(100);
    await world.touch(user, us);
    expect(await world.balance(user)).toBe(0);
  });

  it('renews once, however often and at however many places it runs', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, () => bought({}, 300)));
    world.now = '2022-01-31 00:00:00';
    await Promise.all([world.lifecycle.prolongate(), world.lifecycle.prolongate(), world.lifecycle.prolongate()]);
    await world.lifecycle.prolongate();
    for (const { user, us } of many) {
      expect([await world.balance(user), (await world.wds(us)).length]).toEqual([200, 2]);
    }
  });

  it('renews trees with their children', async () => {
    const { user, us } = await boughtWithChild({});
    world.now = '2022-01-31 00:00:00';
    await world.lifecycle.prolongate();
    expect([await world.status(us), (await world.children(us))[0]?.status]).toEqual(['ACTIVE', 'ACTIVE']);
    expect(await world.balance(user)).toBe(0);
  });

  it('renews a child with its parent where both are over, also one that ended before it', async () => {
    await world.command('block', 'add-on');
    const { user, us } = await boughtWithChild({ period: 0.29, category: 'add-on' });
    world.now = '2022-01-31 00:00:00';
    await world.lifecycle.prolongate();
    expect([await world.status(us), (await world.children(us))[0]?.status]).toEqual(['ACTIVE', 'ACTIVE']);
    expect([await world.balance(user), await world.tasks()]).toEqual([0, []]);
  });

  it('runs BLOCK commands of what it blocks, and CHANGED tells the real status before (Q13)', async () => {
    await world.command('block', 'cut-off');
    await world.command('changed', 'cut-off');
    const { us } = await bought({ category: 'cut-off' }, 0);
    expect((await world.doCommands()).sort()).toEqual(['CHANGED']);
    world.now = '2022-01-31 00:00:00';
    await world.lifecycle.prolongate();
    expect([await world.status(us), await world.eventsOf(us)]).toEqual(['PROGRESS', ['BLOCK']]);
    const [block] = await world.tasks();
    await world.lifecycle.applyEventDone({ userServiceId: us, event: 'BLOCK', taskKey: block?.key ?? '' });
    const [, changed] = await world.tasks();
    expect(changed).toMatchObject({ event: 'CHANGED', settings: { status: { before: 'ACTIVE', after: 'BLOCK' } } });
    await world.doCommands();
  });
});

describe('activation after a payment (domain.md 3.6)', () => {
  it('Y5: waits while a service of the user is in PROGRESS', async () => {
    await world.command('create', 'slow');
    const { user, us } = await bought({ category: 'slow' });
    const poor = await world.order(user, await world.service({ cost: 500 }));
    await world.pay(user, 500);
    expect(await world.lifecycle.activateServices(user, 'y5')).toEqual({ kind: 'waiting', reason: 'progress' });
    expect(await world.status(poor)).toBe('NOT PAID');
    await world.doCommands();
    expect(await world.status(us)).toBe('ACTIVE');
    expect(await world.lifecycle.activateServices(user, 'y5')).toEqual({ kind: 'done', touched: 1 });
    expect(await world.status(poor)).toBe('ACTIVE');
  });

  it('pays in the order of the ids as far as the money goes, and not what has auto_bill 0', async () => {
    const user = await world.user();
    const service = await world.service();
    const first = await world.order(user, service);
    const manual = await world.order(user, service, { auto_bill: 0 });
    const second = await world.order(user, service);
    const third = await world.order(user, service);
    await world.pay(user, 250);
    await world.lifecycle.activateServices(user, 'ids');
    const statuses = await Promise.all([first, manual, second, third].map((id) => world.status(id)));
    expect(statuses).toEqual(['ACTIVE', 'INIT', 'ACTIVE', 'NOT PAID']);
  });

  it('does not bring back what was stopped before its end, but does afterwards, unless auto_bill is 0', async () => {
    const kept = await bought();
    const off = await bought();
    await world.call(stopUserService, { user_id: kept.user, user_service_id: kept.us });
    await world.call(stopUserService, { user_id: off.user, user_service_id: off.us, auto_bill: 0 });
    await world.lifecycle.activateServices(kept.user, 'before');
    expect(await world.status(kept.us)).toBe('BLOCK');
    world.now = '2022-02-10 00:00:00';
    await world.lifecycle.activateServices(kept.user, 'after');
    await world.lifecycle.activateServices(off.user, 'after');
    expect([await world.status(kept.us), await world.status(off.us)]).toEqual(['ACTIVE', 'BLOCK']);
    expect((await world.us(kept.us)).expire).toBe('2022-03-11 23:59:59');
  });
});

describe('job_cleanup (domain.md 3.6)', () => {
  it('removes what is blocked or unpaid for more than ten days', async () => {
    const blocked = await bought({}, 0);
    const unpaid = await world.order(await world.user(), await world.service());
    const manual = await world.order(await world.user(), await world.service(), { auto_bill: 0 });
    world.now = '2022-01-11 00:00:00';
    await world.lifecycle.cleanUp();
    expect(await world.status(unpaid)).toBe('NOT PAID');
    world.now = '2022-01-31 00:00:00';
    await world.lifecycle.prolongate();
    await world.lifecycle.cleanUp();
    expect(await world.status(unpaid)).toBe('REMOVED');
    expect([await world.status(blocked.us), await world.status(manual)]).toEqual(['BLOCK', 'INIT']);
    world.now = '2022-02-10 00:00:00';
    await world.lifecycle.cleanUp();
    expect([await world.status(blocked.us), await world.status(manual)]).toEqual(['REMOVED', 'INIT']);
  });
});

describe('job_make_forecasts (domain.md 4.7)', () => {
  const noticesOf = async (user: number) => {
    const documents = await world.services.lifecycle.store.collection(SPOOL).find({ user_id: user }).toArray();
    return documents
      .map((document) => taskCodec.decode(document, { hidden: true }))
      .filter((task) => (task.event as { name: string }).name === 'FORECAST');
  };

  it('queues the commands of `forecast` at priority 110 for those who have to pay soon', async () => {
    await world.call(addServiceEvent, { name: 'forecast', title: 'Pay soon', settings: { template_id: 'notice' } });
    const due = await bought({}, 0);
    const rich = await bought({}, 100);
    world.now = '2022-01-25 10:00:00';
    await world.lifecycle.makeForecasts();
    expect(await noticesOf(due.user)).toEqual([]);
    world.now = '2022-01-28 10:00:00';
    expect(await world.lifecycle.makeForecasts()).toBeGreaterThan(0);
    await world.lifecycle.makeForecasts();
    const [notice, ...more] = await noticesOf(due.user);
    expect(notice).toMatchObject({ prio: 110, status: 'NEW', event: { title: 'Pay soon' } });
    expect(more).toEqual([]);
    expect(await noticesOf(rich.user)).toEqual([]);
  });

  it('leaves a user alone for check_period after a notice', async () => {
    const due = await bought({}, 0);
    world.now = '2022-01-28 10:00:00';
    for (const day of ['28', '29', '30']) {
      world.now = `2022-01-${day} 10:00:00`;
      await world.lifecycle.makeForecasts({ checkPeriod: '2d' });
    }
    expect(await noticesOf(due.user)).toHaveLength(2);
  });
});

describe('what other services tell about users (domain.md 4.2)', () => {
  /** Once as many are there. */
  const tasksOf = async (user: number, count = 1) => {
    const spool = world.services.lifecycle.store.collection(SPOOL);
    await expect.poll(() => spool.countDocuments({ user_id: user })).toBe(count);
    const documents = await spool.find({ user_id: user }).toArray();
    return documents.map((document) => taskCodec.decode(document, { hidden: true })).sort((a, b) => a.id - b.id);
  };

  it('Y1, Y8: a payment makes the activation, and one more for each configured event', async () => {
    const user = await world.user();
    await world.pay(user, 12);
    const [built, ...others] = await tasksOf(user);
    expect(built?.event).toMatchObject({ name: 'PAYMENT', kind: 'UserService', method: 'activate_services' });
    expect(built?.settings).toEqual({ pay_id: expect.any(Number) });
    expect(others).toEqual([]);
    await world.call(addServiceEvent, { name: 'payment', title: 'Thank you', settings: { template_id: 'thanks' } });
    const other = await world.user();
    await world.pay(other, 12);
    const tasks = await tasksOf(other, 2);
    expect(tasks.map((task) => (task.event as { title: string }).title)).toEqual(['user payment', 'Thank you']);
  });

  it('Y7: a negative payment makes the task as well', async () => {
    const user = await world.user();
    await world.pay(user, -5.5);
    expect(await world.balance(user)).toBe(-5.5);
    const [task] = await tasksOf(user, 2);
    expect(task?.event).toMatchObject({ name: 'PAYMENT' });
  });

  it('credit that rises makes the activation', async () => {
    const user = await world.user();
    await world.call(updateAccount, { user_id: user, credit: 50 });
    const [task] = await tasksOf(user);
    expect(task?.event).toMatchObject({ name: 'CREDIT', method: 'activate_services' });
    expect(task?.settings).toEqual({ credit: 50 });
  });
});
