import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, logIn, type Send, sender } from '../acceptance/callers.ts';
import { centsOf } from './acknowledged.ts';
import { PersistentSender } from './persistent-sender.ts';
import { readState } from './read-state.ts';

const COST = 100;
const ORDERS = 100;
const PAYMENTS = 50;

let system: RunningSystem;
let admin: PersistentSender;
let once: Send;
let serviceId: number;
beforeAll(async () => {
  const replicas = { user: 2, billing: 2, 'service-lifecycle': 2, gateway: 2 };
  system = await startSystem({ replicas, clock: '2024-01-01 00:00:00' });
  admin = await PersistentSender.open(system);
  once = sender(system.url, { 'session-id': await logIn(system.url, system.admin) });
  const body = { name: 'contested', cost: COST, period: 1, category: 'plain' };
  const [service] = await admin.rows({ method: 'PUT', path: '/v1/admin/service', body });
  serviceId = Number(service?.service_id);
});
afterAll(() => system?.stop());

let created = 0;
async function newUser(more: object = {}): Promise<number> {
  created += 1;
  return createUser(once, { login: `parallel.${created}`, password: 'password-of-parallel' }, more);
}

async function pay(userId: number, money: number): Promise<void> {
  await admin.rows({ method: 'PUT', path: '/v1/admin/user/payment', body: { user_id: userId, money } });
}

test.each([
  ['no credit', 0],
  ['a credit of 50', 50],
])(
  `money for one and ${ORDERS} parallel orders with %s: exactly one is paid, the balance keeps its limit`,
  async (_, credit) => {
    const userId = await newUser({ credit });
    await pay(userId, COST - credit);
    const balances: number[] = [];
    const order = async (n: number) => {
      const body = { user_id: userId, service_id: serviceId };
      await admin.rows({ method: 'PUT', path: '/v1/admin/service/order', body, key: `order-${userId}-${n}` });
      const [row] = await admin.rows({ method: 'GET', path: '/v1/admin/user', query: { user_id: String(userId) } });
      balances.push(centsOf(row?.balance));
    };
    await Promise.all(Array.from({ length: ORDERS }, (_, n) => order(n)));
    const state = await readState(admin, userId);
    const statuses = Map.groupBy(state.services, (service) => service.status);
    expect(state.services).toHaveLength(ORDERS);
    expect(statuses.get('ACTIVE')).toHaveLength(1);
    expect(statuses.get('NOT PAID')).toHaveLength(ORDERS - 1);
    expect(state.withdraws.filter((row) => row.paidAt !== null)).toHaveLength(1);
    expect(state.balanceCents).toBe(0 - credit * 100);
    expect(Math.min(...balances)).toBeGreaterThanOrEqual(-credit * 100);
  },
);

test.each(['uniq_key', 'Idempotency-Key'])(
  `the same payment ${PAYMENTS} times in parallel and over retries, by %s: one effect, one answer`,
  async (by) => {
    const userId = await newUser();
    const key = `same-payment-${userId}`;
    const uniq = by === 'uniq_key' ? { uniq_key: key } : {};
    const body = { user_id: userId, money: 12.34, pay_system_id: 'test', ...uniq };
    const request = { method: 'PUT', path: '/v1/admin/user/payment', body, ...(by === 'uniq_key' ? {} : { key }) };
    const parallel = await Promise.all(Array.from({ length: PAYMENTS }, () => admin.answer(request)));
    const retries = [await admin.answer(request), await admin.answer(request)];
    const answers = [...parallel, ...retries];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => JSON.stringify(json?.data))).size).toBe(1);
    for (const answer of retries) expect(answer.headers.get('idempotency-hit')).toBe('true');
    const state = await readState(admin, userId);
    expect(state.pays).toHaveLength(1);
    expect(state.balanceCents).toBe(1234);
  },
);

test('the ledger verifies', async () => {
  const [proof] = await admin.rows({ method: 'GET', path: '/v1/admin/ledger/verify' });
  expect(proof).toMatchObject({ differences: [] });
});
