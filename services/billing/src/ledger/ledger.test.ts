import {
  addBonus,
  addPayment,
  deletePay,
  type LedgerProof,
  type LedgerRow,
  listLedger,
  settle,
  systemOperationsOf,
  updateAccount,
  verifyLedger,
} from '@countinghouse/contracts';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BillingOfTest, startBilling } from '../billing-of-test.ts';
import { pay, prepare, service } from '../settle/story.ts';
import { ledgerId } from './ledger-document.ts';

const AT = '2022-02-01 00:00:00';
let billing: BillingOfTest;
let user: number;

beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

/** Six entries: two payments, a bonus, an order that takes both, terms, a hidden payment. */
beforeEach(async () => {
  user = await billing.open();
  await billing.call(addPayment, { user_id: user, money: 100, uniq_key: 'first' });
  const { rows } = await billing.call(addPayment, { user_id: user, money: 25.5 });
  await billing.call(addBonus, { user_id: user, bonus: 30 });
  const steps = [prepare(user, service()), pay(user, service())];
  await billing.call(settle, { user_id: user, at: AT, steps });
  await billing.call(updateAccount, { user_id: user, discount: 7 });
  await billing.call(deletePay, { user_id: user, id: rows[0]?.id ?? 0 });
  // What the account still held would stand in for what is taken away.
  await billing.call(systemOperationsOf.billing.run, {});
});

async function proof(args: { user_id?: number } = { user_id: user }): Promise<LedgerProof> {
  const [found] = (await billing.call(verifyLedger, args)).rows;
  return found as LedgerProof;
}

function entry(seq: number) {
  return { _id: ledgerId(user, seq) };
}

async function changeEntry(seq: number, fields: Document): Promise<void> {
  await billing.collections.ledger.updateOne(entry(seq), { $set: fields });
}

describe('the ledger of an account', () => {
  test('is a chain whose sum is the balance', async () => {
    expect(await proof()).toEqual({ ok: 1, accounts: 1, entries: 6, differences: [] });
    const { rows } = await billing.call(listLedger, { user_id: user, sort_direction: 'asc' });
    const list = rows as readonly LedgerRow[];
    expect(list.map(({ seq, kind, money, bonus, balance }) => [seq, kind, money, bonus, balance])).toEqual([
      [1, 'payment', 100, 0, 100],
      [2, 'payment', 25.5, 0, 125.5],
      [3, 'bonus', 0, 30, 125.5],
      [4, 'settle', -70, -30, 55.5],
      [5, 'terms', 0, 0, 55.5],
      [6, 'payment-hidden', 0, 0, 55.5],
    ]);
    expect(list.map(({ previous }) => previous)).toEqual(['', ...list.slice(0, -1).map(({ hash }) => hash)]);
    expect(await billing.balanceOf(user)).toBe(55.5);
  });
});

/** Somebody changes what is stored: what is done, and what the proof must say of it. */
const TAMPERINGS: readonly [string, () => Promise<unknown>, RegExp][] = [
  ['an amount of an entry', () => changeEntry(2, { money: 99_999 }), /money of entry 2 is 99999 cents, not 2550/],
  [
    'an amount of an entry with its lines and balance',
    async () => {
      const stored = await billing.collections.ledger.findOne(entry(2));
      const lines = JSON.stringify(JSON.parse(stored?.lines_text ?? '').map((line: object) => ({ ...line, money: 1 })));
      await changeEntry(2, { money: 1, balance: 10_001, lines_text: lines });
    },
    /entry 2 does not have its hash/,
  ],
  ['the date of an entry', () => changeEntry(3, { date: new Date(0) }), /entry 3 does not have its hash/],
  ['the cause of an entry', () => changeEntry(1, { key: 'pay:other' }), /entry 1 does not have its hash/],
  ['a hash', () => changeEntry(4, { hash: 'f'.repeat(64) }), /entry 4 does not have its hash/],
  [
    'a link of the chain',
    () => changeEntry(4, { previous: '0'.repeat(64) }),
    /entry 4 does not follow the hash before/,
  ],
  [
    'an entry in the middle, removed',
    () => billing.collections.ledger.deleteOne(entry(3)),
    /entry 3 is missing, 4 follows/,
  ],
  ['the first entry, removed', () => billing.collections.ledger.deleteOne(entry(1)), /entry 1 is missing, 2 follows/],
  ['the last entry, removed', () => billing.collections.ledger.deleteOne(entry(6)), /seq 6, the last entry is 5/],
  ['the balance', () => changeAccount({ balance: 1_000_000 }), /balance of the account is 1000000 cents, not 5550/],
  ['the bonus', () => changeAccount({ bonus: 1 }), /bonus of the account is 1 cents, not 0/],
  ['the end of the chain', () => changeAccount({ last_hash: '' }), /does not have the hash of its last entry/],
  [
    'a payment',
    () => billing.collections.pays.updateOne({ user_id: user }, { $set: { money: 1 } }),
    /payment \d+ is 1 cents, not 10000/,
  ],
  [
    'a payment, removed',
    () => billing.collections.pays.deleteOne({ user_id: user }),
    /payment \d+ of the ledger is missing/,
  ],
  [
    'a hidden payment, removed',
    () => billing.collections.pays.deleteOne({ 'hidden.user_id': user }),
    /payment \d+ of the ledger is missing/,
  ],
  [
    'a payment that nobody made',
    () => billing.collections.pays.insertOne({ _id: 1_000_000 + user, user_id: user, money: 5 }),
    /payment \d+ is not in the ledger/,
  ],
  [
    'a bonus',
    () => billing.collections.bonuses.updateOne({ user_id: user, bonus: { $gt: 0 } }, { $set: { bonus: 1 } }),
    /bonus \d+ is 1 cents, not 3000/,
  ],
  [
    'a write-off',
    () => billing.collections.withdraws.updateOne({ user_id: user }, { $set: { total: 1 } }),
    /total of write-off \d+ is 1 cents, not 7000/,
  ],
  [
    'a write-off that looks unpaid',
    () => billing.collections.withdraws.updateOne({ user_id: user }, { $set: { withdraw_date: null } }),
    /total of write-off \d+ is 0 cents, not 7000/,
  ],
  [
    'a write-off, removed',
    () => billing.collections.withdraws.deleteOne({ user_id: user }),
    /write-off \d+ of the ledger is missing/,
  ],
];

async function changeAccount(fields: Document): Promise<void> {
  await billing.collections.accounts.updateOne({ _id: user }, { $set: fields });
}

describe('the proof finds', () => {
  test('an account that is gone', async () => {
    await billing.collections.accounts.deleteOne({ _id: user });
    const sentence = `account ${user}: the ledger has entries, but there is no account`;
    expect((await proof({})).differences).toContain(sentence);
  });

  test.each(TAMPERINGS)('%s', async (_name, tamper, difference) => {
    await tamper();
    const found = await proof();
    expect(found.ok).toBe(0);
    expect(found.differences.join('\n')).toMatch(difference);
    for (const sentence of found.differences) expect(sentence).toMatch(new RegExp(`^account ${user}: `));
  });

  test('a rewritten end of the chain, by the rows that it no longer explains', async () => {
    const before = await billing.collections.ledger.findOne(entry(1));
    await billing.collections.ledger.deleteMany({ user_id: user, seq: { $gt: 1 } });
    await changeAccount({ seq: 1, balance: 10_000, bonus: 0, last_hash: before?.hash });
    expect((await proof()).differences.join('\n')).toMatch(/payment \d+ is not in the ledger/);
  });
});
