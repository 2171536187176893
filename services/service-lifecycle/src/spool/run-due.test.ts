import type { JsonObject } from '@countinghouse/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SpoolWorld } from './spool-world.ts';
import type { TaskEvent } from './task.ts';

let world: SpoolWorld;

beforeAll(async () => {
  world = await SpoolWorld.open({ now: '2022-01-01 00:00:00' });
});
afterAll(() => world.close());

function event(more: Partial<TaskEvent> = {}): TaskEvent {
  return { kind: 'UserService', title: 'test', name: 'TEST', ...more };
}

test('a fresh system has three periodic jobs, which are due at once and then after their periods', async () => {
  expect(await world.run()).toMatchObject({ tasks: 0, jobs: 3 });
  expect(await world.run()).toMatchObject({ tasks: 0, jobs: 0 });
  world.now = '2022-01-01 00:10:00';
  expect(await world.run()).toMatchObject({ jobs: 0 });
  world.now = '2022-01-01 00:10:01';
  expect(await world.run()).toMatchObject({ jobs: 1 });
  world.now = '2022-01-02 00:00:01';
  expect(await world.run()).toMatchObject({ jobs: 3 });
});

test('a job that last ran in the future is due again', async () => {
  world.now = '2021-06-01 00:00:00';
  expect(await world.run()).toMatchObject({ jobs: 3 });
  expect(await world.run()).toMatchObject({ jobs: 0 });
});

test('tasks run by priority, then by id, and leave their attempts in the history', async () => {
  const late = await world.queue({ event: event({ settings: { transport: 'local' } }), prio: 200 });
  const first = await world.queue({ event: event({ settings: { transport: 'local' } }) });
  const second = await world.queue({ event: event({ settings: { transport: 'local' } }) });
  expect(await world.run()).toMatchObject({ tasks: 3, jobs: 0 });
  expect(await world.tasks()).toEqual([]);
  const rows = await Promise.all([first, second, late].map((id) => world.history(id)));
  expect(rows.map((attempts) => attempts.length)).toEqual([1, 1, 1]);
  const ids = rows.flatMap((attempts) => attempts.map((attempt) => attempt.id));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  const { status, created, response } = rows[0]?.[0] ?? {};
  expect({ status, created }).toEqual({ status: 'SUCCESS', created: '2021-06-01 00:00:00' });
  expect((response as JsonObject).spool).toMatchObject({ pid: process.pid, started: '2021-06-01 00:00:00' });
});

test('a task without a way to go is stuck and is not tried again', async () => {
  const id = await world.queue({ event: event() });
  await world.run();
  world.now = '2021-07-01 00:00:00';
  await world.run();
  expect(await world.task(id)).toMatchObject({ status: 'STUCK', response: { error: 'Transport not exists' } });
  expect(await world.history(id)).toHaveLength(1);
});

test('a finished task is not queued again under its key', async () => {
  const task = { event: event({ settings: { transport: 'local' } }), key: 'once' };
  const id = await world.queue(task);
  await world.run();
  expect(await world.queue(task)).toBe(id);
  expect(await world.run()).toMatchObject({ tasks: 0 });
});
