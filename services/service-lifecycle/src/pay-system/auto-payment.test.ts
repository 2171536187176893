import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addPayment,
  addUser,
  changeConfig,
  makeAutoPayment,
  readFigures,
  removeUser,
  type SpoolTaskRow,
  type UserRow,
} from '@countinghouse/contracts';
import { instantOf } from '@countinghouse/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SpoolWorld } from '../spool/spool-world.ts';

interface Asked {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly key: string;
  readonly form: Record<string, string>;
}

const NOON = '2022-01-01 12:00:00';
/** The last pay system's program can be reached only where OUTGOING_ALLOW says so. */
const REFUSED = 'http://10.0.0.1/charge';

let world: SpoolWorld;
let program: Server;
let asked: Asked[] = [];
/** What the program answers, one request after another; 200 when nothing is left. */
let answers: ((response: ServerResponse) => void)[] = [];

beforeAll(async () => {
  program = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url: path, headers } = request;
    const form = Object.fromEntries(new URLSearchParams(body));
    asked.push({ method, path, key: String(headers['idempotency-key']), form });
    await pay(form);
    const answer = answers.shift() ?? ((last) => last.writeHead(200).end('charged'));
    answer(response);
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', () => resolve()));
  world = await SpoolWorld.open({ with: ['billing', 'user'], now: NOON });
  await world.run();
  const url = `http://127.0.0.1:${(program.address() as AddressInfo).port}`;
  await world.call(changeConfig, { key: 'api', value: { url } });
  const value = {
    card: { allow_recurring: 1, secret: 'S3CRET' },
    far: { allow_recurring: 1, payment_url: REFUSED },
  };
  await world.call(changeConfig, { key: 'pay_systems', value });
  await world.call(changeConfig, { key: 'billing', value: { auto_payments: { enabled: 1 } } });
});
afterAll(async () => {
  program.closeAllConnections();
  program.close();
  await world.close();
});
beforeEach(() => {
  world.now = NOON;
  asked = [];
  answers = [];
});

/** The money comes, once however often the program is asked: its payment has the key. */
async function pay({ user_id, amount, ps, idempotency_key }: Asked['form']): Promise<void> {
  const payment = { user_id: Number(user_id), money: Number(amount), pay_system_id: ps ?? null };
  await world.call(addPayment, { ...payment, uniq_key: idempotency_key ?? null });
}

let logins = 0;
async function payer(saved = 'card'): Promise<number> {
  logins += 1;
  const settings = { pay_systems: { [saved]: { id: 1 } } };
  const { rows } = await world.call(addUser, { login: `payer${logins}`, password: 'secret', settings });
  return (rows[0] as UserRow).user_id;
}

async function make(user_id: number, amount: number): Promise<number | undefined> {
  return (await world.call(makeAutoPayment, { user_id, amount })).rows[0];
}

async function balance(user_id: number): Promise<number | undefined> {
  return (await world.call(readFigures, { user_ids: [user_id] })).rows[0]?.balance;
}

async function taskOf(user_id: number): Promise<SpoolTaskRow | undefined> {
  return (await world.tasks()).find((task) => task.user_id === user_id);
}

/** Until the event of the user service has become a task here. */
async function queued(user_id: number): Promise<SpoolTaskRow> {
  let found: SpoolTaskRow | undefined;
  await expect
    .poll(
      async () => {
        found = await taskOf(user_id);
        return found;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  return found as SpoolTaskRow;
}

async function untilDue(id: number): Promise<void> {
  const task = await world.task(id);
  world.lifecycle.clock.set(instantOf(task?.executed ?? '').getTime() + ((task?.delayed ?? 0) + 1) * 1000);
}

test('the program is asked by a form, without secrets, and its payment comes', async () => {
  const user = await payer();
  expect(await make(user, 250.5)).toBe(1);
  const { id, event, settings, status } = await queued(user);
  expect({ event, status }).toMatchObject({
    event: { title: 'automatic payment', name: 'AUTO_PAYMENT' },
    status: 'NEW',
  });
  await world.run();
  const key = asked[0]?.key;
  expect(key).toMatch(new RegExp(`^event:auto-payment:${user}:[0-9a-f]{64}$`));
  const form = { action: 'payment', user_id: `${user}`, ps: 'card', amount: '250.5', idempotency_key: key };
  expect(asked).toEqual([{ method: 'POST', path: '/shm/pay_systems/card.cgi', key, form }]);
  expect(await balance(user)).toBe(250.5);
  expect(await world.history(id)).toMatchObject([{ status: 'SUCCESS', response: { status: 200, body: 'charged' } }]);
  expect(JSON.stringify([settings, asked])).not.toContain('S3CRET');
});

test('what it refuses or does not answer is asked again under the same key, and paid once', async () => {
  const user = await payer();
  answers = [
    (response) => response.writeHead(500).end('later'),
    (response) => response.socket?.destroy(),
    (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
    (response) => response.writeHead(402).end('no money'),
  ];
  await make(user, 70);
  const { id } = await queued(user);
  const errors: unknown[] = [];
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await world.run();
    expect(await world.task(id)).toMatchObject({ status: 'FAIL' });
    errors.push(await world.error(id));
    await untilDue(id);
  }
  await world.run();
  expect(errors).toEqual([
    'The pay system answered 500',
    expect.stringMatching(/./),
    'The pay system answered 302',
    'The pay system answered 402',
  ]);
  expect(await world.task(id)).toBeUndefined();
  expect(new Set(asked.map(({ key, path }) => `${path} ${key}`)).size).toBe(1);
  expect(asked).toHaveLength(5);
  expect(await balance(user)).toBe(70);
});

test('a program at a private address that is not allowed is not asked, and the task shows it', async () => {
  const user = await payer('far');
  await make(user, 10);
  const { id } = await queued(user);
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await world.run();
    expect(await world.error(id)).toMatch(/^Outgoing requests to 10\.0\.0\.1 are refused/);
    await untilDue(id);
  }
  await world.run();
  expect(await world.task(id)).toMatchObject({ status: 'STUCK' });
  expect(asked).toEqual([]);
});

test('nobody asks for the money of a user who was deleted', async () => {
  const user = await payer();
  await make(user, 10);
  const { event, settings } = await queued(user);
  await world.call(removeUser, { user_id: user });
  expect(await taskOf(user)).toBeUndefined();
  const late = await world.queue({ user_id: user, event: event as never, settings: settings as never });
  await world.run();
  expect(await world.task(late)).toMatchObject({ status: 'STUCK', response: { error: `User not exists: ${user}` } });
  expect(asked).toEqual([]);
});
