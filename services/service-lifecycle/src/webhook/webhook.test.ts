import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addPayment,
  addService,
  addWebhook,
  changeWebhook,
  deleteWebhook,
  type JsonObject,
  listWebhooks,
  orderForUser,
  WEBHOOK_SIGNATURE_HEADER,
  WEBHOOK_TOLERANCE_S,
  type WebhookRow,
} from '@countinghouse/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SpoolWorld } from '../spool/spool-world.ts';
import { onEnqueued } from '../spool/task.ts';
import { faultOf } from '../story/world.ts';
import { Webhooks } from './webhooks.ts';

const SECRET = 'a secret of 16 and more';

interface Received {
  readonly body: string;
  readonly signature: string;
  readonly key: string;
  readonly notice: { id: string; event: string; at: string; data: JsonObject };
}

let world: SpoolWorld;
let server: Server;
let url: string;
let answer = 200;
let received: Received[] = [];
let hooks: number[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const signature = String(request.headers[WEBHOOK_SIGNATURE_HEADER.toLowerCase()]);
    const key = String(request.headers['idempotency-key']);
    received.push({ body, signature, key, notice: JSON.parse(body) as Received['notice'] });
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  world = await SpoolWorld.open({ now: '2022-01-01 00:00:00' });
  await world.run();
});
afterAll(async () => {
  server.close();
  await world.close();
});
beforeEach(() => {
  answer = 200;
  received = [];
  hooks = [];
});
afterEach(async () => {
  for (const id of hooks) await world.call(deleteWebhook, { id });
});

async function hook(events?: readonly string[]): Promise<WebhookRow> {
  const { rows } = await world.call(addWebhook, { url, secret: SECRET, ...(events ? { events: [...events] } : {}) });
  const row = rows[0] as WebhookRow;
  hooks.push(row.id);
  return row;
}

/** Until nothing is due any more: what one service settles another one takes in. */
async function runAll(): Promise<void> {
  for (let pass = 0; pass < 5; pass += 1) await world.run();
}

function isSigned({ body, signature }: Received): boolean {
  const [, seconds = '', digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const expected = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex');
  return digest === expected && Math.abs(Date.now() / 1000 - Number(seconds)) < WEBHOOK_TOLERANCE_S;
}

test('a payment is told once, signed, with a key that stays the same', async () => {
  await hook(['payment']);
  const user = await world.user(601);
  await world.call(addPayment, { user_id: user, money: 12.5 });
  await expect.poll(async () => (await world.run()) && received.length).toBe(1);
  await runAll();
  const [request] = received;
  expect(received).toHaveLength(1);
  expect(request?.notice).toMatchObject({ event: 'payment', data: { user_id: user, money: 12.5 } });
  expect(request && isSigned(request)).toBe(true);
  expect(request?.key).toMatch(/^task-\d+$/);
});

test('several notices are queued together, each once', async () => {
  const { id } = await hook(['payment']);
  const at = world.lifecycle.clock.now();
  const notices = ['a', 'b', 'c'].map((name) => ({
    id: `notice ${name}`,
    event: 'payment' as const,
    at,
    data: { name },
  }));
  let writes = 0;
  const forget = onEnqueued(world.store, () => {
    writes += 1;
  });
  const webhooks = new Webhooks(world.store);
  await webhooks.tell(notices, at);
  await webhooks.tell(notices.slice(1), at);
  await webhooks.tell([], at);
  forget();
  const queued = (await world.tasks()).filter((task) => (task.settings as JsonObject).webhook_id === id);
  expect([queued.length, writes]).toEqual([3, 2]);
});

test('changes of the status of services are told from then on, when somebody listens', async () => {
  const user = await world.user(602, 100);
  const service = await world.call(addService, { name: 'web', cost: 30, category: 'web' });
  const { service_id } = service.rows[0] as unknown as { service_id: number };
  await world.call(orderForUser, { user_id: user, service_id });
  await runAll();
  await hook(['service.changed']);
  await runAll();
  expect(received).toEqual([]);
  const { rows } = await world.call(orderForUser, { user_id: user, service_id });
  const { user_service_id } = rows[0] as unknown as { user_service_id: number };
  await runAll();
  expect(received.map(({ notice }) => notice)).toMatchObject([
    { event: 'service.changed', data: { user_service_id, user_id: user, after: 'ACTIVE' } },
  ]);
});

test('a task that gets stuck is told, but not one that tells', async () => {
  await hook();
  const id = await world.queue({ event: { kind: 'UserService', title: 'astray', name: 'ASTRAY' } });
  await runAll();
  expect(received.map(({ notice }) => notice)).toMatchObject([
    { event: 'task.stuck', data: { task_id: id, name: 'ASTRAY', error: 'Transport not exists' } },
  ]);
});

test('what is refused is tried again with a new signature and shows in the queue', async () => {
  const { id } = await hook(['task.stuck']);
  answer = 404;
  await world.queue({ event: { kind: 'UserService', title: 'astray', name: 'ASTRAY' } });
  await runAll();
  const waiting = (await world.tasks()).find((task) => (task.settings as JsonObject).webhook_id === id);
  expect(waiting).toMatchObject({ status: 'FAIL', response: { error: 'The receiver answered 404', status: 404 } });
  answer = 200;
  world.now = '2022-01-01 00:01:00';
  await runAll();
  expect(received).toHaveLength(2);
  expect(received.every(isSigned)).toBe(true);
  expect(new Set(received.map(({ key }) => key)).size).toBe(1);
  expect(await world.task(waiting?.id ?? 0)).toBeUndefined();
});

test('a webhook that is switched off or gone is told nothing', async () => {
  const { id } = await hook(['task.stuck']);
  answer = 500;
  await world.queue({ event: { kind: 'UserService', title: 'astray', name: 'ASTRAY' } });
  await runAll();
  await world.call(changeWebhook, { id, enabled: 0 });
  received = [];
  world.now = '2022-01-01 00:02:00';
  await world.queue({ event: { kind: 'UserService', title: 'astray', name: 'ASTRAY' } });
  await runAll();
  expect(received).toEqual([]);
});

test('the secret is written and never shown; what cannot be right is refused', async () => {
  const row = await hook();
  expect(row).toMatchObject({ url, events: ['payment', 'service.changed', 'task.stuck'], enabled: 1 });
  await world.call(changeWebhook, { id: row.id, secret: 'another secret, long enough', title: 'shop' });
  const { rows } = await world.call(listWebhooks, { id: row.id });
  expect(rows).toMatchObject([{ id: row.id, title: 'shop' }]);
  expect(JSON.stringify(rows)).not.toContain('secret');
  const wrong = { url, secret: SECRET };
  const faults = await Promise.all([
    faultOf(world.call(addWebhook, { ...wrong, url: 'ftp://example.com' })),
    faultOf(world.call(addWebhook, { ...wrong, secret: 'short' })),
    faultOf(world.call(addWebhook, { ...wrong, events: ['rain'] })),
    faultOf(world.call(changeWebhook, { id: 4711, title: 'x' })),
    faultOf(world.call(deleteWebhook, { id: 4711 })),
  ]);
  expect(faults.map((fault) => fault.slice(0, 3))).toEqual(['400', '400', '400', '404', '404']);
});
