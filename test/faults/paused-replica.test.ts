import { setTimeout as pause } from 'node:timers/promises';
import { type RunningSystem, startSystem, type TestProcess } from '@countinghouse/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, logIn, type Send, sender } from '../acceptance/callers.ts';

/** Longer than silence is borne: the request goes to the other replica as well, and both carry it out. */
const PAUSE_MS = 2_500;
const REQUESTS = 12;

let system: RunningSystem;
let admin: Send;
let userId: number;
beforeAll(async () => {
  const replicas = { user: 2, billing: 2, 'service-lifecycle': 2, 'template-renderer': 2, gateway: 1 };
  system = await startSystem({ replicas, clock: '2024-01-01 00:00:00' });
  admin = sender(system.url, { 'session-id': await logIn(system.url, system.admin) });
  userId = await createUser(admin, { login: 'paused', password: 'password-of-paused' });
});
afterAll(() => system?.stop());

/** Stops a process for a while, so that it answers late what it has taken. */
async function pauseReplica({ pid }: TestProcess): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await pause(PAUSE_MS);
  process.kill(pid, 'SIGCONT');
}

async function rowsOf(path: string, query: Record<string, string> = {}): Promise<readonly Record<string, unknown>[]> {
  const answer = await admin({ method: 'GET', path, query: { limit: '0', ...query } });
  return answer.json?.data ?? [];
}

const CREATIONS = [
  {
    service: 'billing',
    path: '/v1/admin/user/payment',
    list: '/v1/admin/user/pay',
    body: (n: number) => ({ user_id: userId, money: 1, comment: `paused ${n}` }),
  },
  {
    service: 'service-lifecycle',
    path: '/v1/admin/service',
    list: '/v1/admin/service',
    body: (n: number) => ({ name: `paused ${n}`, cost: 0, period: 1, category: 'plain' }),
  },
  {
    service: 'service-lifecycle',
    path: '/v1/admin/service/order',
    list: '/v1/admin/user/service',
    body: () => ({ user_id: userId, service_id: 1 }),
  },
  {
    service: 'service-lifecycle',
    path: '/v1/admin/service/event',
    list: '/v1/admin/service/event',
    body: (n: number) => ({ title: `paused ${n}`, name: 'NONE', settings: {} }),
  },
  {
    service: 'user',
    path: '/v1/admin/user',
    list: '/v1/admin/user',
    body: (n: number) => ({ login: `paused.${n}`, password: 'password-of-paused' }),
  },
  {
    service: 'user',
    path: '/v1/admin/user/profile',
    list: '/v1/admin/user/profile',
    body: (n: number) => ({ user_id: userId, data: { n } }),
  },
  {
    service: 'billing',
    path: '/v1/admin/discount',
    list: '/v1/admin/discount',
    body: (n: number) => ({ title: `paused ${n}`, months: 3 + n, percent: 1 }),
  },
  {
    service: 'template-renderer',
    path: '/v1/admin/template',
    list: '/v1/admin/template',
    body: (n: number) => ({ id: `paused-${n}`, data: 'text' }),
  },
] as const;

test.each(CREATIONS)('PUT $path: requests that two replicas carry out create once', async (creation) => {
  const before = (await rowsOf(creation.list)).length;
  const [first] = system.processes[creation.service];
  if (!first) throw new Error(`${creation.service} has no replica`);
  const paused = pauseReplica(first);
  const requests = Array.from({ length: REQUESTS }, (_, n) =>
    admin({ method: 'PUT', path: creation.path, body: creation.body(n) }),
  );
  const answers = await Promise.all(requests);
  await paused;
  expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(Array(REQUESTS).fill(200));
  await expect.poll(async () => (await rowsOf(creation.list)).length).toBe(before + REQUESTS);
  await pause(500);
  expect((await rowsOf(creation.list)).length).toBe(before + REQUESTS);
});
