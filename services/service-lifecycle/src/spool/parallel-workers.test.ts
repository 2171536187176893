import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addPayment,
  addService,
  addServiceEvent,
  type JsonObject,
  orderForUser,
  readFigures,
  readUserServices,
  type UserServiceRow,
} from '@countinghouse/contracts';
import { startTestProcess, type TestProcess } from '@countinghouse/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SpoolWorld } from './spool-world.ts';
import { TaskQueue } from './task-queue.ts';

/** Long enough for a process that just starts to renew it, however busy the machine is. */
const LEASE_MS = 5_000;
const TASKS = 60;

let world: SpoolWorld | undefined;
let server: Server;
let host: string;
/** By the key that receivers tell repeats by. */
const received: string[] = [];
let atRequest: (response: ServerResponse) => void = (response) => response.end();

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(String(request.headers['idempotency-key']));
    atRequest(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(async () => {
  received.length = 0;
  atRequest = (response) => response.end();
  await world?.close();
  world = undefined;
});

function call() {
  return {
    kind: 'UserService',
    title: 'call',
    name: 'CALL',
    settings: { transport: 'http', host, timeout: 60, template_id: 'body' },
  };
}

test('workers of several replicas run each task once', async () => {
  world = await SpoolWorld.open({ variables: { SPOOL_WORKERS: '0' } });
  await world.template('body', '{}');
  const open = world;
  const ids = await Promise.all(Array.from({ length: TASKS }, () => open.queue({ event: call() })));
  for (let replica = 0; replica < 3; replica += 1) await world.addReplica({ SPOOL_WORKERS: '4' });
  await expect.poll(() => world?.tasks()).toEqual([]);
  expect([...received].sort()).toEqual(ids.map((id) => `task-${id}`).sort());
  const attempts = await Promise.all(ids.map((id) => world?.history(id)));
  expect(attempts.map((rows) => rows?.map((row) => row.status))).toEqual(ids.map(() => ['SUCCESS']));
});

test('tasks of one service never run at the same time', async () => {
  world = await SpoolWorld.open({ variables: { SPOOL_WORKERS: '8' } });
  await world.template('body', '{}');
  const user = await world.user(701, 100);
  const service = await world.call(addService, { name: 'web', cost: 10, category: 'web' });
  const { service_id } = service.rows[0] as unknown as { service_id: number };
  const { rows } = await world.call(orderForUser, { user_id: user, service_id });
  const { user_service_id } = rows[0] as unknown as UserServiceRow;
  let [running, most] = [0, 0];
  atRequest = (response) => {
    running += 1;
    most = Math.max(most, running);
    setTimeout(() => {
      running -= 1;
      response.end();
    }, 30);
  };
  for (let count = 0; count < 6; count += 1) {
    await world.queue({ event: call(), user_id: user, settings: { user_service_id } });
  }
  await expect.poll(() => world?.tasks(), { timeout: 40_000 }).toEqual([]);
  expect([most, received.length]).toEqual([1, 6]);
});

test('activations that are done together charge each user once, and no more than there is', async () => {
  world = await SpoolWorld.open({ variables: { SPOOL_WORKERS: '0' } });
  await world.template('body', '{}');
  const open = world;
  const service = await world.call(addService, { name: 'web', cost: 10, category: 'web' });
  const { service_id } = service.rows[0] as unknown as { service_id: number };
  const users = Array.from({ length: 24 }, (_, index) => 721 + index);
  for (const user_id of users) {
    await world.user(user_id);
    // Every third user has two services and money for one.
    for (let count = 0; count < (user_id % 3 === 0 ? 2 : 1); count += 1) {
      await world.call(orderForUser, { user_id, service_id });
    }
    await world.call(addPayment, { user_id, money: 10 });
  }
  const queued = async () => (await open.tasks()).length;
  await expect.poll(queued).toBe(users.length);
  await world.addReplica({ SPOOL_WORKERS: '2' });
  await expect.poll(queued).toBe(0);
  const { rows } = await world.call(readUserServices, { user_ids: users });
  const statuses = users.map((user) => rows.filter((row) => row.user_id === user).map((row) => row.status));
  expect(statuses).toEqual(users.map((user) => (user % 3 === 0 ? ['ACTIVE', 'NOT PAID'] : ['ACTIVE'])));
  const figures = await world.call(readFigures, { user_ids: users });
  expect(figures.rows.map((row) => row.balance)).toEqual(users.map(() => 0));
});

/** A replica in a process of its own, which may be killed. */
function startWorker(open: SpoolWorld, folder: string): Promise<TestProcess> {
  return startTestProcess({
    name: 'service-lifecycle',
    form: 'sources',
    env: { ...(open.environment as Record<string, string>), SPOOL_WORKERS: '2' },
    logFile: join(folder, 'worker.log'),
  });
}

test('the task of a killed worker is run again, and its history shows the lost attempt', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-spool-'));
  world = await SpoolWorld.open({ variables: { SPOOL_WORKERS: '0', SPOOL_LEASE_MS: String(LEASE_MS) } });
  await world.template('body', '{}');
  const user = await world.user(702, 100);
  await world.call(addServiceEvent, {
    name: 'CREATE',
    title: 'create',
    settings: { category: 'host', transport: 'http', host, timeout: 60, template_id: 'body' },
  });
  const service = await world.call(addService, { name: 'host', cost: 60, category: 'host' });
  const { service_id } = service.rows[0] as unknown as { service_id: number };
  const { rows } = await world.call(orderForUser, { user_id: user, service_id });
  const { user_service_id } = rows[0] as unknown as UserServiceRow;
  const task = (await world.tasks()).find((one) => (one.event as JsonObject).name === 'CREATE');
  const reached = new Promise<void>((resolve) => {
    atRequest = () => resolve();
  });
  const worker = await startWorker(world, folder);
  try {
    await reached;
    // Money arrives while the worker is at it: what waits for the service must not be lost either.
    await world.call(addPayment, { user_id: user, money: 1 });
    await worker.kill('SIGKILL');
    atRequest = (response) => response.end();
    await world.addReplica({ SPOOL_WORKERS: '2' });
    const tasks = async () => (await world?.tasks())?.length;
    await expect.poll(tasks).toBe(0);
  } finally {
    await worker.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  expect(new Set(received)).toEqual(new Set([`task-${task?.id}`]));
  expect(received).toHaveLength(2);
  const history = await world.history(task?.id ?? 0);
  expect(history.map(({ status, response }) => [status, (response as JsonObject).error])).toEqual([
    ['FAIL', 'The worker ended during this attempt'],
    ['SUCCESS', undefined],
  ]);
  const read = await world.call(readUserServices, { user_service_ids: [user_service_id] });
  expect(read.rows[0]).toMatchObject({ status: 'ACTIVE' });
});

test('a worker that lost its task to another one changes nothing any more', async () => {
  world = await SpoolWorld.open({ variables: { SPOOL_WORKERS: '0', SPOOL_LEASE_MS: '400' } });
  await world.template('body', '{}');
  const id = await world.queue({ event: call() });
  const { store, clock } = world.lifecycle;
  const queue = new TaskQueue(store, clock, 400);
  const slow = await queue.claim(id);
  if (!slow) throw new Error('The task is not due');
  await expect.poll(() => queue.claim(id)).toBeDefined();
  const end = { status: 'STUCK', response: {}, executed: clock.now(), delayed: 0, attempts: 1, waits: 0 } as const;
  expect(await queue.end(slow, end)).toBe(false);
  expect(await queue.removeMany([slow])).toBe(0);
  expect(await queue.renew(slow)).toBe(false);
  expect((await world.task(id))?.status).toBe('NEW');
});
