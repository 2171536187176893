import { addPayment, openAccount, settle, verifyLedger } from '@countinghouse/contracts';
import { type RunningService, startService } from '@countinghouse/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '../billing.ts';
import { type BillingOfTest, startBilling } from '../billing-of-test.ts';
import { pay, prepare, service } from '../settle/story.ts';

const AT = '2022-02-01 00:00:00';
let system: BillingOfTest;
let replica: RunningService;

beforeAll(async () => {
  system = await startBilling();
  replica = await startService(billing, system.environment);
});
afterAll(async () => {
  await replica.stop();
  await system.stop();
});

function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

async function expectRightLedger(user: number, entries: number): Promise<void> {
  const [proof] = (await system.call(verifyLedger, { user_id: user })).rows;
  expect(proof).toEqual({ ok: 1, accounts: 1, entries, differences: [] });
}

test('a payment sent 50 times in parallel, and again later, has one effect and one answer', async () => {
  const user = await system.open();
  const payment = { user_id: user, money: 12.34, pay_system_id: 'card', uniq_key: 'invoice 7' };
  const parallel = await times(50, () => system.call(addPayment, payment));
  const later = await times(10, () => system.call(addPayment, payment));
  const rows = [...parallel, ...later].map((reply) => reply.rows[0]);
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
  expect([...parallel, ...later].filter((reply) => reply.hit === undefined)).toHaveLength(1);
  expect(await system.balanceOf(user)).toBe(12.34);
  expect(await system.collections.pays.countDocuments({ user_id: user })).toBe(1);
  await expectRightLedger(user, 1);
});

test('a request without uniq_key that the bus repeats under its key has one effect', async () => {
  const user = await system.open();
  const replies = await times(20, () => system.call(addPayment, { user_id: user, money: 5 }, { key: 'one request' }));
  expect(new Set(replies.map((reply) => reply.rows[0]?.id)).size).toBe(1);
  expect(await system.balanceOf(user)).toBe(5);
});

test('50 payments of different keys at once all happen', async () => {
  const user = await system.open();
  await times(50, (index) => system.call(addPayment, { user_id: user, money: 1, uniq_key: `key ${index}` }));
  expect(await system.balanceOf(user)).toBe(50);
  await expectRightLedger(user, 50);
  const held = async () => {
    const account = await system.collections.accounts.findOne({ _id: user });
    return (account?.pending.length ?? 0) + (account?.outbox?.length ?? 0);
  };
  await expect.poll(held).toBe(0);
});

test.each([
  ['nothing', {}, 0],
  ['a credit', { credit: 30 }, -30],
] as const)(
  'money for one and 100 parallel orders, with %s: one is paid (domain.md 6.2)',
  async (_name, terms, left) => {
    const user = await system.open(terms);
    const cost = 100;
    await system.call(addPayment, { user_id: user, money: cost + left });
    const outcomes = await times(100, async (index) => {
      const node = user * 1_000 + index;
      const steps = [prepare(node, service({ cost })), pay(node, service({ cost }))];
      return (await system.call(settle, { user_id: user, at: AT, steps })).rows[1]?.outcome;
    });
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'unpaid')).toHaveLength(99);
    expect(await system.balanceOf(user)).toBe(left);
    await expectRightLedger(user, 101);
  },
);

test('an account that is opened 20 times at once is one', async () => {
  await times(20, () => system.call(openAccount, { user_id: 90_001, credit: 5 }));
  expect(await system.collections.accounts.countDocuments({ _id: 90_001 })).toBe(1);
});
