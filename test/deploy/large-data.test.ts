import { readFileSync } from 'node:fs';
import { type UserRow, user } from '@countinghouse/contracts';
import { openStore, rowCodec } from '@countinghouse/store';
import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn, type Send, sender } from '../acceptance/callers.ts';

const USERS = 100_000;
const FIRST_ID = 1_000;
const BATCH = 10_000;
const MEBIBYTE = 1024 * 1024;
/** A list that were held as a whole would take several times this. */
const GROWTH_MIB_MAX = 150;
const TIMEOUT_MS = 600_000;
const SILENT = { info() {}, warn() {}, error() {} };

let system: RunningSystem;
let session: Record<string, string>;
let admin: Send;
beforeAll(async () => {
  system = await startSystem();
  session = { 'session-id': await logIn(system.url, system.admin) };
  admin = sender(system.url, session);
});
afterAll(() => system?.stop());

/** Users without passwords, and their accounts: hashing 100,000 passwords would take a quarter of an hour. */
async function insertUsers(): Promise<void> {
  const { mongoUrl: url } = system;
  const options = { url, appName: 'large-data', log: SILENT };
  const users = await openStore({ ...options, database: 'user' });
  const billing = await openStore({ ...options, database: 'billing' });
  for (let at = 0; at < USERS; at += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, index) => FIRST_ID + at + index);
    await users.collection<{ _id: number }>('users').insertMany(ids.map(userDocument));
    await billing.collection<{ _id: number }>('accounts').insertMany(ids.map(accountDocument));
  }
  await Promise.all([users.close(), billing.close()]);
}

const codec = rowCodec(user);

function userDocument(_id: number) {
  const login = `large.${_id}`;
  const fields = codec.encodeNew({ login, created: '2024-01-01 00:00:00' } as Partial<UserRow> as never);
  return { ...fields, _id, names: [login], rev: 1, password: null, outbox: [] };
}

function accountDocument(_id: number) {
  const terms = { credit: 0, discount: 0, can_overdraft: 0, partner_id: null, income_percent: null };
  return { _id, ...terms, balance: _id, bonus: 0, closed: false, seq: 0, last_hash: '', pending: [], outbox: [] };
}

function residentMiB(name: 'gateway' | 'user' | 'billing'): number {
  const status = readFileSync(`/proc/${system.processes[name][0]?.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Reads the whole list as it comes, without holding it; answers how many rows passed and what the envelope said in the end. */
async function streamUsers(): Promise<{ rows: number; last: string }> {
  const response = await fetch(`${system.url}/v1/admin/user?limit=0`, { headers: session });
  expect(response.status).toBe(200);
  let rows = 0;
  let last = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const text = last + decoder.decode(chunk, { stream: true });
    rows += text.split('"user_id":').length - 1;
    last = text.slice(-'"user_id":'.length + 1);
  }
  return { rows, last };
}

test(
  '100,000 users are listed as a stream, in memory that does not grow with them',
  async () => {
    await insertUsers();
    const before = { gateway: residentMiB('gateway'), user: residentMiB('user'), billing: residentMiB('billing') };
    const { rows, last } = await streamUsers();
    expect(rows).toBe(USERS + 1);
    expect(last.endsWith('}')).toBe(true);
    const answer = await admin({ method: 'GET', path: '/v1/admin/user', query: { limit: '1', user_id: '50000' } });
    expect(answer.json?.data).toMatchObject([{ user_id: 50_000, balance: 500 }]);
    for (const name of ['gateway', 'user', 'billing'] as const)
      expect(residentMiB(name) - before[name], name).toBeLessThan(GROWTH_MIB_MAX);
  },
  TIMEOUT_MS,
);

test(
  'a template of 15 MB is stored, read and rendered through the default limit of NATS',
  async () => {
    const data = `${'x'.repeat(1023)}\n`.repeat(15 * 1024);
    const put = await admin({ method: 'PUT', path: '/v1/admin/template', body: { id: 'large', data } });
    expect(put.status).toBe(200);
    const read = await admin({ method: 'GET', path: '/v1/admin/template', query: { id: 'large' } });
    expect(String(read.json?.data?.[0]?.data)).toHaveLength(15 * MEBIBYTE);
    const rendered = await admin({ method: 'GET', path: '/v1/template/large' });
    expect(rendered.text.length).toBeGreaterThanOrEqual(15 * MEBIBYTE - 1);
  },
  TIMEOUT_MS,
);

test(
  'a template result of 20 MB arrives whole',
  async () => {
    const line = 'x'.repeat(1023);
    const data = `{{ FOR n IN [1..${20 * 1024}] }}${line};{{ END }}`;
    await admin({ method: 'PUT', path: '/v1/admin/template', body: { id: 'long', data } });
    const { status, text } = await admin({ method: 'GET', path: '/v1/template/long' });
    expect(status).toBe(200);
    expect(text).toHaveLength(20 * MEBIBYTE);
    expect(text.endsWith(`${line};`)).toBe(true);
  },
  TIMEOUT_MS,
);
