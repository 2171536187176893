import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@countinghouse/contracts';
import { instantOf } from '@countinghouse/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SpoolWorld } from './spool-world.ts';
import type { TaskEvent } from './task.ts';

let world: SpoolWorld;
let server: Server;
let answers: number[] = [];
const received: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(String(request.headers['idempotency-key']));
    response.writeHead(answers.shift() ?? 500).end('said');
  }).listen(0, '127.0.0.1');
  world = await SpoolWorld.open({ now: '2022-01-01 00:00:00' });
  await world.template('body', '{}');
  await world.run();
});
afterAll(async () => {
  server.close();
  await world.close();
});
beforeEach(() => {
  answers = [];
  received.length = 0;
});

function call(more: Partial<TaskEvent> = {}): TaskEvent {
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    kind: 'UserService',
    title: 'call',
    name: 'CALL',
    settings: { transport: 'http', host, template_id: 'body' },
    ...more,
  };
}

/** Moves the clock to where the task is due again. */
async function untilDue(id: number): Promise<void> {
  const task = await world.task(id);
  const due = instantOf(task?.executed ?? '').getTime() + ((task?.delayed ?? 0) + 1) * 1000;
  world.lifecycle.clock.set(due);
}

test('a failing task is tried 10 times with growing delays and is stuck then', async () => {
  const id = await world.queue({ event: call() });
  const delays: number[] = [];
  for (let attempt = 1; attempt <= 9; attempt += 1) {
    expect(await world.run()).toMatchObject({ tasks: 1 });
    const task = await world.task(id);
    expect(task?.status).toBe('FAIL');
    delays.push(task?.delayed ?? 0);
    expect(await world.run()).toMatchObject({ tasks: 0 });
    await untilDue(id);
  }
  const expected = [3, 9, 27, 81, 243, 729, 900, 900, 900];
  for (const [index, delay] of delays.entries())
    expect(Math.abs(delay - (expected[index] ?? 0))).toBeLessThanOrEqual((expected[index] ?? 0) / 10);
  await world.run();
  expect(await world.task(id)).toMatchObject({ status: 'STUCK', response: { error: 'The server answered 500' } });
  expect((await world.history(id)).map(({ status }) => status)).toEqual([...Array(9).fill('FAIL'), 'STUCK']);
  expect(new Set(received)).toEqual(new Set([`task-${id}`]));
});

test('a success after failures finishes the task', async () => {
  answers = [503, 204];
  const id = await world.queue({ event: call() });
  await world.run();
  await untilDue(id);
  await world.run();
  expect(await world.task(id)).toBeUndefined();
  const [, last] = await world.history(id);
  expect(last).toMatchObject({ status: 'SUCCESS', response: { status: 204 } });
});

test('a task asked to be tried once is stuck after its first failure', async () => {
  const id = await world.queue({ event: call(), attempts: 1 });
  await world.run();
  expect(await world.task(id)).toMatchObject({ status: 'STUCK' });
});

test('a task that throws fails alone, and those after it run (quirk Q16)', async () => {
  const alone = await SpoolWorld.open({ with: ['billing'], now: '2022-01-01 00:00:00' });
  await alone.run();
  const local = (settings: JsonObject) => call({ settings: { transport: 'local', ...settings } });
  const broken = await alone.queue({ event: local({ template_id: 'nobody-renders' }) });
  const next = await alone.queue({ event: local({}) });
  expect(await alone.run()).toMatchObject({ tasks: 2 });
  expect(await alone.task(broken)).toMatchObject({ status: 'FAIL' });
  expect(await alone.error(broken)).toBeTruthy();
  expect(await alone.task(next)).toBeUndefined();
  await alone.close();
});

test('a periodic task that fails goes on failing, and a success brings its period back', async () => {
  const id = await world.queue({ event: call({ period: 3600 }) });
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await world.run();
    await untilDue(id);
  }
  expect(await world.task(id)).toMatchObject({ status: 'FAIL' });
  answers = [200];
  await world.run();
  expect(await world.task(id)).toMatchObject({ status: 'DELAYED', delayed: 3600 });
  expect((await world.history(id)).at(-1)).toMatchObject({ status: 'SUCCESS' });
});

test('addresses that the operator has not allowed are refused', async () => {
  const event = call({
    settings: { transport: 'http', host: 'http://169.254.169.254/latest/meta-data', template_id: 'body' },
  });
  const id = await world.queue({ event, attempts: 1 });
  await world.run();
  expect(await world.error(id)).toContain('refused');
});
