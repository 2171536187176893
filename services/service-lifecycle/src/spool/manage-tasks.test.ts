import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  actOnTask,
  addTask,
  changeTask,
  classicTaskActions,
  countTasks,
  deleteTask,
  type JsonObject,
  listTaskHistory,
  listTasks,
  queueTask,
  type SpoolTaskRow,
  type TaskAction,
} from '@countinghouse/contracts';
import { instantOf } from '@countinghouse/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultOf } from '../story/world.ts';
import { SpoolWorld } from './spool-world.ts';
import { SPOOL } from './task.ts';

let world: SpoolWorld;

beforeAll(async () => {
  world = await SpoolWorld.open({ now: '2022-01-01 00:00:00' });
  await world.run();
});
afterAll(() => world.close());

const LOCAL = { kind: 'UserService', title: 'test', name: 'TEST', settings: { transport: 'local' } };
/** Has no transport, so it gets stuck. */
const ASTRAY = { kind: 'UserService', title: 'astray', name: 'ASTRAY' };

async function add(args: Parameters<typeof world.call<typeof addTask>>[1]): Promise<SpoolTaskRow> {
  return (await world.call(addTask, args)).rows[0] as SpoolTaskRow;
}

async function act(action: TaskAction, id: number): Promise<SpoolTaskRow> {
  return (await world.call(actOnTask, { action, id })).rows[0] as SpoolTaskRow;
}

async function stuckTask(): Promise<number> {
  const { id } = await add({ event: ASTRAY });
  await world.run();
  expect((await world.task(id))?.status).toBe('STUCK');
  return id;
}

test('PUT queues a task of the caller, which runs', async () => {
  const task = await add({ event: LOCAL, settings: { note: 'x' } });
  expect(task).toMatchObject({
    user_id: 1,
    prio: 100,
    status: 'NEW',
    delayed: 0,
    created: '2022-01-01 00:00:00',
    executed: null,
    settings: { note: 'x' },
  });
  await world.run();
  expect(await world.task(task.id)).toBeUndefined();
});

test('PUT with a delay and the status NEW waits, without the status it runs at once (domain.md 4.1)', async () => {
  const waiting = await add({ event: LOCAL, delayed: 60, status: 'NEW' });
  expect(waiting).toMatchObject({ status: 'DELAYED', delayed: 60, executed: '2022-01-01 00:00:00' });
  const ignored = await add({ event: LOCAL, delayed: 60 });
  await world.run();
  expect([(await world.task(waiting.id))?.status, await world.task(ignored.id)]).toEqual(['DELAYED', undefined]);
  world.now = '2022-01-01 00:01:00';
  expect(await world.run()).toMatchObject({ tasks: 0 });
  world.now = '2022-01-01 00:01:01';
  expect(await world.run()).toMatchObject({ tasks: 1 });
});

test('PUT of a periodic task that was done waits for its period', async () => {
  const task = await add({ event: { ...LOCAL, period: 100 }, status: 'SUCCESS' });
  expect(task).toMatchObject({ status: 'DELAYED', delayed: 100 });
  await world.call(deleteTask, { id: task.id });
});

test('PUT for an unknown user is refused', async () => {
  expect(await faultOf(world.call(addTask, { event: LOCAL, user_id: 4711 }))).toContain('404');
});

test('the list takes filters, sorts, ranges and equality; statuses are counted', async () => {
  const user = await world.user(77);
  const ids = [1, 2, 3].map(() => add({ event: LOCAL, user_id: user, status: 'PAUSED' }).then((task) => task.id));
  const [first, second, third] = (await Promise.all(ids)).sort((a, b) => a - b);
  const of = await world.call(listTasks, { user_id: user, limit: 2 });
  expect([(of.rows as SpoolTaskRow[]).map((row) => row.id), of.total]).toEqual([[third, second], 3]);
  const filter = { event: { title: { '-like': 'te%' } }, status: 'PAUSED', id: first as number };
  expect((await world.call(listTasks, { filter })).total).toBe(1);
  expect((await world.call(listTasks, { id: second })).total).toBe(1);
  const { rows } = await world.call(countTasks, {});
  expect(rows).toContainEqual({ status: 'PAUSED', cnt: 3 });
  for (const id of await Promise.all(ids)) await world.call(deleteTask, { id });
});

test('the history lists attempts of one task', async () => {
  const id = await stuckTask();
  const { rows, total } = await world.call(listTaskHistory, { spool_id: id });
  expect([total, (rows as readonly SpoolTaskRow[])[0]?.status]).toEqual([1, 'STUCK']);
  await world.call(deleteTask, { id });
});

test('POST writes what is given, and a whole task may be sent back', async () => {
  const id = await stuckTask();
  const { rows } = await world.call(changeTask, { id, event: LOCAL, prio: 5 });
  expect(rows[0]).toMatchObject({ id, prio: 5, status: 'STUCK', event: LOCAL });
  const whole = { ...(rows[0] as SpoolTaskRow), status: 'NEW', executed: null, user_id: 3 };
  const sent = await world.call(changeTask, whole as never);
  expect(sent.rows[0]).toMatchObject({ status: 'NEW', user_id: 1 });
  await world.run();
  world.now = '2022-01-01 00:01:02';
  await world.run();
  expect(await world.task(id)).toBeUndefined();
});

test('unknown tasks are 404, unknown actions 400', async () => {
  const faults = await Promise.all([
    faultOf(world.call(changeTask, { id: 4711, prio: 1 })),
    faultOf(world.call(deleteTask, { id: 4711 })),
    faultOf(world.call(actOnTask, { id: 4711, action: 'pause' })),
    faultOf(world.call(classicTaskActions.success, { id: 4711 })),
  ]);
  expect(faults.map((fault) => fault.slice(0, 3))).toEqual(['404', '404', '404', '404']);
  expect(await faultOf(world.call(actOnTask, { id: 1, action: 'explode' }))).toBe('400 unknown action');
});

test('a paused task waits for resume; a retried one begins again', async () => {
  const { id } = await add({ event: LOCAL });
  expect(await act('pause', id)).toMatchObject({ id, status: 'PAUSED' });
  expect(await world.run()).toMatchObject({ tasks: 0 });
  expect(await act('resume', id)).toMatchObject({ status: 'NEW', delayed: 0 });
  expect(await world.run()).toMatchObject({ tasks: 1 });
  const stuck = await stuckTask();
  expect(await act('retry', stuck)).toMatchObject({ status: 'NEW', executed: '2022-01-01 00:01:02' });
  expect(await world.run()).toMatchObject({ tasks: 1 });
  const retried = await world.call(classicTaskActions.retry, { id: stuck });
  expect(retried.rows[0]).toMatchObject({ status: 'NEW' });
  await world.run();
  expect(await world.history(stuck)).toHaveLength(3);
  await world.call(deleteTask, { id: stuck });
});

test('success finishes a task, a periodic one until its period is over', async () => {
  const id = await stuckTask();
  expect(await act('success', id)).toMatchObject({ id, status: 'SUCCESS' });
  expect(await world.task(id)).toBeUndefined();
  expect((await world.history(id)).map((attempt) => attempt.status)).toEqual(['STUCK', 'SUCCESS']);
  const periodic = await add({ event: { ...ASTRAY, period: 50 } });
  expect(await act('success', periodic.id)).toMatchObject({ status: 'DELAYED', delayed: 50 });
  await world.call(deleteTask, { id: periodic.id });
});

test('a task that a worker has is locked for administrators', async () => {
  const { id } = await add({ event: LOCAL, status: 'PAUSED' });
  const tasks = world.store.collection<{ _id: number }>(SPOOL);
  await tasks.updateOne({ _id: id }, { $set: { locked_until: new Date(Date.now() + 60_000) } });
  const faults = await Promise.all([
    faultOf(world.call(changeTask, { id, prio: 1 })),
    faultOf(world.call(deleteTask, { id })),
    faultOf(world.call(actOnTask, { id, action: 'retry' })),
    faultOf(world.call(actOnTask, { id, action: 'success' })),
  ]);
  expect(faults.map((fault) => fault.slice(0, 3))).toEqual(['408', '408', '408', '408']);
  await tasks.updateOne({ _id: id }, { $set: { locked_until: null } });
  await world.call(deleteTask, { id });
});

test('templates queue tasks with a delay', async () => {
  const { rows } = await world.call(queueTask, { user_id: 1, event: LOCAL, delayed: 30, prio: 7 });
  const task = rows[0] as SpoolTaskRow;
  expect(task).toMatchObject({ status: 'DELAYED', delayed: 30, prio: 7, event: { ...LOCAL } as JsonObject });
  await world.call(deleteTask, { id: task.id });
});

test('while the clock runs, workers take up what is queued', async () => {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.method ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  const running = await SpoolWorld.open();
  try {
    const { port } = server.address() as AddressInfo;
    const host = `http://127.0.0.1:${port}/`;
    await running.template('body', '{}');
    const settings = { transport: 'http', host, method: 'put', template_id: 'body' };
    const id = await running.queue({ event: { ...LOCAL, settings } });
    await expect.poll(() => running.task(id), { interval: 10 }).toBeUndefined();
    expect(hits).toEqual(['PUT']);
    running.lifecycle.clock.set(instantOf('2022-01-01 00:00:00').getTime());
    const resting = await running.queue({ event: { ...LOCAL, settings } });
    expect((await running.task(resting))?.status).toBe('NEW');
  } finally {
    server.close();
    await running.close();
  }
});
