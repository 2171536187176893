import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createUser, logIn, type Send, sender } from '../acceptance/callers.ts';

const REQUESTS = 60;
const STATS_MS = 1_000;

let system: RunningSystem;
let gateways: readonly Send[];
let userId: number;
beforeAll(async () => {
  const replicas = { user: 2, billing: 2, 'service-lifecycle': 2, 'template-renderer': 2, gateway: 2 };
  system = await startSystem({ replicas, clock: '2024-01-01 00:00:00' });
  const session = { 'session-id': await logIn(system.url, system.admin) };
  gateways = urls().map((url) => sender(url, session));
  userId = await createUser(gateway(0), { login: 'spread', password: 'password-of-spread' });
  await putTemplate('PUT', 'first');
});
afterAll(() => system?.stop());

function urls(): string[] {
  const { pathname } = new URL(system.url);
  return system.processes.gateway.map(({ port }) => `http://127.0.0.1:${port}${pathname}`);
}

function gateway(index: number): Send {
  const send = gateways[index % gateways.length];
  if (!send) throw new Error('The system has no gateway');
  return send;
}

async function putTemplate(method: 'PUT' | 'POST', data: string): Promise<void> {
  const body = { id: 'spread', data, settings: { allow_public: true } };
  const answer = await gateway(0)({ method, path: '/v1/admin/template', body });
  expect(answer.status).toBe(200);
}

/** A request that the named service answers itself. */
const READS = {
  user: () => ({ method: 'GET', path: '/v1/admin/user/profile', query: { user_id: String(userId) } }),
  billing: () => ({ method: 'GET', path: '/v1/admin/user/pay', query: { user_id: String(userId) } }),
  'service-lifecycle': () => ({ method: 'GET', path: '/v1/admin/service' }),
  'template-renderer': () => ({ method: 'GET', path: '/v1/public/spread' }),
} as const;
type Name = keyof typeof READS;
const NAMES = Object.keys(READS) as Name[];

interface Statistics {
  readonly metadata: { readonly prefix: string };
  readonly endpoints: readonly { readonly num_requests: number }[];
}

/** How many requests each replica of a service has answered; a replica that is busy may have to be asked again. */
async function requestsOf(name: Name): Promise<number[]> {
  return vi.waitFor(
    async () => {
      const counts = await statisticsOf(name);
      expect(counts).toHaveLength(2);
      return counts;
    },
    { timeout: 60_000 },
  );
}

/** By ADR-32. */
async function statisticsOf(name: Name): Promise<number[]> {
  const connection = await connect({ servers: system.env.NATS_URL ?? '' });
  const answers = await connection.requestMany(`$SRV.STATS.${name}`, '', { strategy: 'timer', maxWait: STATS_MS });
  const counts: number[] = [];
  for await (const answer of answers) {
    const { metadata, endpoints } = answer.json<Statistics>();
    if (metadata.prefix !== system.busPrefix) continue;
    counts.push(endpoints.reduce((sum, endpoint) => sum + endpoint.num_requests, 0));
  }
  await connection.close();
  return counts;
}

test.each(NAMES)('requests spread over both replicas of %s', async (name) => {
  const before = await requestsOf(name);
  for (let sent = 0; sent < REQUESTS; sent++) expect((await gateway(sent)(READS[name]())).status).toBe(200);
  const after = await requestsOf(name);
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  expect(total(after) - total(before)).toBeGreaterThanOrEqual(REQUESTS);
  for (const count of after) expect(count).toBeGreaterThan(Math.min(...before));
});

test.each(NAMES)('a killed replica of %s costs no request', async (name) => {
  const [victim] = system.processes[name];
  if (!victim) throw new Error(`${name} has no replica`);
  const statuses: number[] = [];
  const reads = Array.from({ length: 4 }, async (_, reader) => {
    for (let sent = 0; sent < REQUESTS; sent++) statuses.push((await gateway(reader)(READS[name]())).status);
  });
  await victim.kill();
  await Promise.all(reads);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await victim.restart();
});

test('a changed template is what every replica renders at once', async () => {
  for (const text of ['second', 'third', 'fourth']) {
    await putTemplate('POST', text);
    const rendered = await Promise.all(Array.from({ length: 20 }, (_, n) => gateway(n)(READS['template-renderer']())));
    expect(new Set(rendered.map((answer) => answer.text.trim()))).toEqual(new Set([text]));
  }
});

test('a user who is blocked through one gateway is refused by the other at once', async () => {
  const session = await logIn(system.url, { login: 'spread', password: 'password-of-spread' });
  const own = urls().map((url) => sender(url, { 'session-id': session }));
  for (const send of own) expect((await send({ method: 'GET', path: '/v1/user' })).status).toBe(200);
  await gateway(0)({ method: 'POST', path: '/v1/admin/user', body: { user_id: userId, block: 1 } });
  for (const send of own) expect((await send({ method: 'GET', path: '/v1/user' })).status).toBe(403);
});
