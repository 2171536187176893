import {
  addBonus,
  addPayment,
  correctAccount,
  deletePay,
  type LedgerRow,
  listLedger,
  recountAccount,
  settle,
  verifyLedger,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BillingOfTest, faultOf, startBilling } from '../billing-of-test.ts';
import { pay, prepare, service } from '../settle/story.ts';

let billing: BillingOfTest;
let user: number;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

/** Pays 100 and 25.5, gets a bonus of 30, and orders for 100: balance 55.5, bonus 0. */
let secondPay: number;
beforeEach(async () => {
  user = await billing.open();
  await billing.call(addPayment, { user_id: user, money: 100 });
  secondPay = (await billing.call(addPayment, { user_id: user, money: 25.5 })).rows[0]?.id ?? 0;
  await billing.call(addBonus, { user_id: user, bonus: 30 });
  const steps = [prepare(user, service()), pay(user, service())];
  await billing.call(settle, { user_id: user, at: '2022-02-01 00:00:00', steps });
});

async function lastEntry(): Promise<LedgerRow | undefined> {
  const { rows } = await billing.call(listLedger, { user_id: user, limit: 1 });
  return (rows as readonly LedgerRow[])[0];
}

async function differences(): Promise<readonly string[] | undefined> {
  return (await billing.call(verifyLedger, { user_id: user })).rows[0]?.differences;
}

const recount = (key?: string) =>
  billing.call(recountAccount, { user_id: user, reason: 'recount' }, key === undefined ? {} : { key });

test('a correction is an entry of its own with its reason, once for each key', async () => {
  const correct = (money: number) =>
    billing.call(correctAccount, { user_id: user, money, bonus: 2, reason: 'by hand' }, { key: `c${user}` });
  expect((await correct(-0.5)).rows).toMatchObject([{ balance: 55, bonus: 2 }]);
  expect((await correct(-0.5)).rows).toMatchObject([{ balance: 55, bonus: 2 }]);
  expect(await faultOf(correct(1))).toMatch(/^409 /);
  expect(await lastEntry()).toMatchObject({
    kind: 'correction',
    money: -0.5,
    bonus: 2,
    lines: [{ type: 'correction', money: -50, bonus: 200, reason: 'by hand' }],
  });
  expect(await differences()).toEqual([]);
});

test('nothing to add leaves no entry', async () => {
  await billing.call(correctAccount, { user_id: user, reason: 'nothing' });
  expect(await lastEntry()).toMatchObject({ kind: 'settle' });
});

test('a recount finds nothing short where every row is there', async () => {
  expect((await recount()).rows).toMatchObject([{ balance: 55.5, bonus: 0 }]);
  expect(await lastEntry()).toMatchObject({ kind: 'correction', money: 0, bonus: 0 });
});

test('a recount undoes corrections and takes back what deleted payments left (domain.md 2.12)', async () => {
  await billing.call(correctAccount, { user_id: user, money: 7, bonus: 3, reason: 'gift' });
  await billing.call(deletePay, { user_id: user, id: secondPay });
  expect(await billing.balanceOf(user)).toBe(62.5);
  expect((await recount(`r${user}`)).rows).toMatchObject([{ balance: 30, bonus: 0 }]);
  await billing.call(addPayment, { user_id: user, money: 1 });
  expect((await recount(`r${user}`)).rows).toMatchObject([{ balance: 31 }]);
  expect(await differences()).toEqual([]);
});

test('an account that is not there is 404', async () => {
  expect(await faultOf(billing.call(correctAccount, { user_id: 999_999, money: 1, reason: 'x' }))).toMatch(/^404 /);
  expect(await faultOf(billing.call(recountAccount, { user_id: 999_999, reason: 'x' }))).toMatch(/^404 /);
});
