import { changeUserService, deleteUserService, setServiceChildren, stopUserService } from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultOf, World } from './world.ts';

process.env.TZ = 'UTC';

let world: World;
beforeAll(async () => {
  world = await World.open({ billing: 'Simpler' });
  for (const name of ['create', 'block', 'activate', 'remove']) {
    await world.command(name, 'slow');
    await world.command(name, 'top');
  }
});
afterAll(() => world.close());
beforeEach(() => {
  world.now = '2022-01-01 00:00:00';
});

/** A tariff of these children, each `free` or `billed`, with commands where it is `slow`. */
async function tariffOf(children: readonly object[], terms: object = {}): Promise<number> {
  const ids = await Promise.all(children.map((child) => world.service({ cost: 0, category: 'quick', ...child })));
  const service = await world.service(terms);
  const parts = ids.map((service_id) => ({ service_id, qnt: 1 }));
  await world.call(setServiceChildren, { service_id: service, children: parts });
  return service;
}

async function statuses(id: number): Promise<string> {
  return [await world.status(id), ...(await world.children(id)).map((child) => child.status)].join(' ');
}

/** Does the first of the commands that wait. */
async function doOne(): Promise<void> {
  const [task] = await world.tasks();
  if (!task) throw new Error('No command waits');
  const { key: taskKey, event, user_service_id: userServiceId } = task;
  await world.lifecycle.applyEventDone({ userServiceId, event, taskKey });
  await world.forget(taskKey);
}

describe('domain.md 3.5: children first, then the parent', () => {
  it('the parent waits until the last child is done, then does its own commands', async () => {
    const service = await tariffOf([{ category: 'slow' }, { category: 'slow' }, {}], { category: 'top' });
    const us = await world.order(await world.user({ balance: 100 }), service);
    expect(await statuses(us)).toBe('PROGRESS PROGRESS PROGRESS ACTIVE');
    await doOne();
    expect(await statuses(us)).toBe('PROGRESS ACTIVE PROGRESS ACTIVE');
    await doOne();
    expect(await statuses(us)).toBe('PROGRESS ACTIVE ACTIVE ACTIVE');
    expect(await world.eventsOf(us)).toEqual(['CREATE']);
    await doOne();
    expect(await statuses(us)).toBe('ACTIVE ACTIVE ACTIVE ACTIVE');
  });

  it('deep trees finish from below', async () => {
    const inner = await tariffOf([{ category: 'slow' }], { cost: 0, category: 'quick' });
    const service = await world.service({});
    await world.call(setServiceChildren, { service_id: service, children: [{ service_id: inner, qnt: 1 }] });
    const us = await world.order(await world.user({ balance: 100 }), service);
    const [middle] = await world.children(us);
    expect([await world.status(us), middle?.status]).toEqual(['PROGRESS', 'PROGRESS']);
    await world.doCommands();
    expect([await world.status(us), await statuses(middle?.user_service_id ?? 0)]).toEqual(['ACTIVE', 'ACTIVE ACTIVE']);
  });

  it('Q25: an unpaid child does not hold its parent in PROGRESS', async () => {
    const service = await tariffOf([{ cost: 500, pay_always: 1 }, { category: 'slow' }]);
    const us = await world.order(await world.user({ balance: 100 }), service);
    expect(await statuses(us)).toBe('PROGRESS NOT PAID PROGRESS');
    await world.doCommands();
    expect(await statuses(us)).toBe('ACTIVE NOT PAID ACTIVE');
  });

  it('a parent that is removed waits until no child is left', async () => {
    const service = await tariffOf([{ category: 'slow' }, { category: 'slow' }]);
    const user = await world.user({ balance: 100 });
    const us = await world.order(user, service);
    await world.doCommands();
    await world.call(deleteUserService, { user_id: user, user_service_id: us, force: 1 });
    await doOne();
    expect(await statuses(us)).toBe('PROGRESS REMOVED PROGRESS');
    await doOne();
    expect(await statuses(us)).toBe('REMOVED REMOVED REMOVED');
    expect(await world.balance(user)).toBe(100);
  });

  it('a task that is over twice, or belongs to an earlier change, changes nothing', async () => {
    const service = await tariffOf([{ category: 'slow' }]);
    const user = await world.user({ balance: 100 });
    const us = await world.order(user, service);
    const [create] = await world.tasks();
    await world.doCommands();
    await world.call(stopUserService, { user_id: user, user_service_id: us });
    expect(await statuses(us)).toBe('PROGRESS PROGRESS');
    const {
      key: taskKey,
      event,
      user_service_id: userServiceId,
    } = create ?? { key: '', event: '', user_service_id: 0 };
    await world.lifecycle.applyEventDone({ userServiceId, event, taskKey });
    expect(await statuses(us)).toBe('PROGRESS PROGRESS');
    await world.doCommands();
    expect(await statuses(us)).toBe('BLOCK BLOCK');
  });

  it('is not stopped or deleted while commands run below, and keeps what it may: settings and next', async () => {
    const service = await tariffOf([{ category: 'slow' }]);
    const user = await world.user({ balance: 100 });
    const us = await world.order(user, service);
    const target = { user_id: user, user_service_id: us };
    expect(await faultOf(world.call(deleteUserService, { ...target, force: 1 }))).toContain('status: PROGRESS');
    const written = { ...target, next: -1, settings: { a: 1 }, status: 'REMOVED', expire: '2030-01-01 00:00:00' };
    await world.call(changeUserService, written);
    expect(await world.us(us)).toMatchObject({ status: 'PROGRESS', next: -1, settings: { a: 1 } });
    await world.doCommands();
    expect(await world.us(us)).toMatchObject({ status: 'ACTIVE', expire: '2022-01-30 23:59:59' });
  });
});
