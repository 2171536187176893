import {
  actOnTask,
  addPayment,
  addServer,
  addServerGroup,
  addService,
  addServiceEvent,
  type JsonObject,
  orderForUser,
  readUserServices,
  runServiceEvent,
  type ServerGroupRow,
  type ServerRow,
  type ServiceRow,
  type UserServiceRow,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SpoolWorld } from './spool-world.ts';
import { SPOOL, type TaskEvent } from './task.ts';

let world: SpoolWorld;

beforeAll(async () => {
  world = await SpoolWorld.open({ now: '2022-01-01 00:00:00' });
  await world.template('body', '{}');
  await world.run();
});
afterAll(() => world.close());

function event(more: Partial<TaskEvent> = {}): TaskEvent {
  return { kind: 'UserService', title: 'test', name: 'TEST', settings: { transport: 'local' }, ...more };
}

/** How the one attempt of such a task ends. */
async function endOf(task: { event: TaskEvent; user_id?: number; settings?: JsonObject }): Promise<string> {
  const id = await world.queue(task);
  await world.run();
  const [attempt] = await world.history(id);
  const { error = '' } = (attempt?.response ?? {}) as JsonObject;
  return `${attempt?.status} ${error}`.trim();
}

async function service(category: string): Promise<number> {
  const { rows } = await world.call(addService, { name: category, cost: 100, category });
  return (rows[0] as unknown as ServiceRow).service_id;
}

async function order(user_id: number, service_id: number): Promise<number> {
  const { rows } = await world.call(orderForUser, { user_id, service_id });
  return (rows[0] as unknown as UserServiceRow).user_service_id;
}

async function userService(id: number): Promise<UserServiceRow> {
  const { rows } = await world.call(readUserServices, { user_service_ids: [id] });
  return rows[0] as UserServiceRow;
}

test('what cannot be carried out as it is gets stuck', async () => {
  expect(await endOf({ event: event(), user_id: 99_999 })).toBe('STUCK User not exists: 99999');
  expect(await endOf({ event: event({ server_gid: 77 }) })).toBe('STUCK Server group not exists: 77');
  expect(await endOf({ event: event(), settings: { server_id: 77 } })).toBe('STUCK Server not exists: 77');
  expect(await endOf({ event: event({ settings: {} }) })).toBe('STUCK Transport not exists');
  expect(await endOf({ event: event({ settings: { transport: 'pigeon' } }) })).toBe(
    'STUCK Transport not exists: pigeon',
  );
  expect(await endOf({ event: event({ kind: 'Nothing', method: 'run' }) })).toBe('STUCK Kind not found: Nothing');
  expect(await endOf({ event: event({ method: 'explode' }) })).toBe('STUCK Method not exist: explode');
  expect(await endOf({ event: event({ kind: 'Jobs', method: 'constructor' }) })).toBe(
    'STUCK Method not exist: constructor',
  );
});

test('a task of a service that is gone succeeds and says so', async () => {
  const task = { event: event({ settings: {} }), settings: { user_service_id: 4711 } };
  expect(await endOf(task)).toBe('SUCCESS User service not exists: 4711');
});

test('the transport is that of the task, else of the event, else of the group, else of the server', async () => {
  const { rows } = await world.call(addServerGroup, { name: 'callers', transport: 'http' });
  const { group_id } = rows[0] as unknown as ServerGroupRow;
  expect(await endOf({ event: event({ server_gid: group_id, settings: {} }) })).toContain(`No server of the group`);
  await world.call(addServer, { name: 'one', server_gid: group_id, transport: 'ssh', host: 'http://127.0.0.1:1/' });
  const templated = event({ server_gid: group_id, settings: { template_id: 'body' } });
  expect(await endOf({ event: templated })).toContain('FAIL connect ECONNREFUSED');
  expect(await endOf({ event: event({ server_gid: group_id }) })).toBe('SUCCESS');
  const task = { event: event({ server_gid: group_id, settings: { transport: 'http' } }) };
  expect(await endOf({ ...task, settings: { transport: 'local' } })).toBe('SUCCESS');
  expect(await endOf({ event: event({ settings: {} }), settings: { server_id: 1 } })).toBe('SUCCESS');
});

test('the server that a group chose is that of the task, whatever it named before (domain.md 4.3, step 4)', async () => {
  const group = await world.call(addServerGroup, { name: 'chosen', transport: 'http' });
  const { group_id: server_gid } = group.rows[0] as unknown as ServerGroupRow;
  const args = { name: 'chosen', server_gid, transport: 'http', host: 'http://127.0.0.1:1/' };
  const { server_id } = (await world.call(addServer, args)).rows[0] as unknown as ServerRow;
  const settings = { server_id: 4711, kept: 1 };
  const local = await world.queue({ event: event({ server_gid }), settings });
  const refused = await world.queue({ event: event({ server_gid, settings: { template_id: 'body' } }), settings });
  await world.run();
  const shown = { settings: { server_id, kept: 1 } };
  expect(await world.history(local)).toMatchObject([{ status: 'SUCCESS', ...shown }]);
  expect(await world.history(refused)).toMatchObject([{ status: 'FAIL', ...shown }]);
  expect(await world.task(refused)).toMatchObject({ status: 'FAIL', ...shown });
});

test('a command moves its service on, and money that came meanwhile activates what waited', async () => {
  await world.call(addServiceEvent, {
    name: 'create',
    title: 'create',
    settings: { category: 'slow', transport: 'local' },
  });
  const user = await world.user(501, 100);
  const first = await order(user, await service('slow'));
  const second = await order(user, await service('quick'));
  expect([(await userService(first)).status, (await userService(second)).status]).toEqual(['PROGRESS', 'NOT PAID']);
  await world.call(addPayment, { user_id: user, money: 100 });
  // The activation comes before the command and has to wait for it; that is no attempt and it does not wait for the clock.
  await world.store.collection(SPOOL).updateOne({ 'event.name': 'CREATE' }, { $set: { prio: 150 } });
  await world.run();
  expect([(await userService(first)).status, (await userService(second)).status]).toEqual(['ACTIVE', 'ACTIVE']);
  expect((await world.tasks()).filter((task) => task.user_id === user)).toEqual([]);
});

test('success by hand moves the service of a stuck command on, and what waited for it', async () => {
  await world.call(addServiceEvent, { name: 'CREATE', title: 'nobody can', settings: { category: 'broken' } });
  const user = await world.user(502, 100);
  const broken = await order(user, await service('broken'));
  const waiting = await order(user, await service('quick'));
  await world.run();
  await world.call(addPayment, { user_id: user, money: 100 });
  await world.run();
  const tasks = (await world.tasks()).filter((task) => task.user_id === user);
  const stuck = tasks.find((task) => task.status === 'STUCK');
  expect(tasks.filter((task) => task !== stuck).map((task) => task.status)).toEqual(['FAIL', 'FAIL']);
  expect([(await userService(broken)).status, (await userService(waiting)).status]).toEqual(['PROGRESS', 'NOT PAID']);
  const { rows } = await world.call(actOnTask, { id: stuck?.id ?? 0, action: 'success' });
  expect(rows[0]).toMatchObject({ status: 'SUCCESS' });
  expect((await userService(broken)).status).toBe('ACTIVE');
  await world.run();
  expect((await userService(waiting)).status).toBe('ACTIVE');
});

test('waiting for a busy service is no attempt, however often it happens', async () => {
  const user = await world.user(503, 100);
  const broken = await order(user, await service('broken'));
  await world.call(addPayment, { user_id: user, money: 1 });
  await world.run();
  const activation = (await world.tasks()).find((task) => task.user_id === user && task.status === 'FAIL');
  for (let time = 0; time < 12; time += 1) {
    const { delayed = 0 } = (await world.task(activation?.id ?? 0)) ?? {};
    world.lifecycle.clock.set(world.lifecycle.clock.nowMs() + (delayed + 1) * 1000);
    await world.run();
  }
  expect(await world.task(activation?.id ?? 0)).toMatchObject({ status: 'FAIL' });
  expect((await world.history(activation?.id ?? 0)).length).toBeGreaterThan(10);
  const stuck = (await world.tasks()).find((task) => task.status === 'STUCK' && task.user_id === user);
  await world.call(actOnTask, { id: stuck?.id ?? 0, action: 'success' });
  await world.run();
  expect([(await userService(broken)).status, await world.task(activation?.id ?? 0)]).toEqual(['ACTIVE', undefined]);
});

test('a task that an administrator or a template queued moves its service on too (domain.md 4.3, step 8)', async () => {
  const user = await world.user(504, 100);
  const active = await order(user, await service('quick'));
  const queued = (name: string) => ({ event: event({ name }), user_id: user, settings: { user_service_id: active } });
  expect(await endOf(queued('BLOCK'))).toBe('SUCCESS');
  expect((await userService(active)).status).toBe('BLOCK');
  expect(await endOf(queued('NOTICE'))).toBe('SUCCESS');
  expect((await userService(active)).status).toBe('BLOCK');
  expect(await endOf(queued('activate'))).toBe('SUCCESS');
  expect((await userService(active)).status).toBe('ACTIVE');
});

test('the commands of an event run again for a service whose tasks are gone (domain.md 3.4)', async () => {
  const user = await world.user(505, 100);
  const waiting = await order(user, await service('slow'));
  await world.store.collection(SPOOL).deleteMany({ 'settings.user_service_id': waiting });
  await world.run();
  expect((await userService(waiting)).status).toBe('PROGRESS');
  const again = { user_id: user, user_service_id: waiting };
  await world.call(runServiceEvent, { ...again, event: 'prolongate' });
  expect((await userService(waiting)).status).toBe('PROGRESS');
  await world.call(runServiceEvent, { ...again, event: 'create' });
  await world.run();
  expect((await userService(waiting)).status).toBe('ACTIVE');
});
