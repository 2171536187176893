import {
  addBonus,
  addPayment,
  closeAccount,
  eraseAccount,
  listPays,
  openAccount,
  readFigures,
  settle,
  settleMany,
  updateAccount,
  verifyLedger,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BillingOfTest, faultOf, startBilling } from '../billing-of-test.ts';
import { pay, prepare, service } from '../settle/story.ts';

const AT = '2022-02-01 00:00:00';
let billing: BillingOfTest;
let user: number;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());
beforeEach(async () => {
  user = await billing.open();
});

async function creditEvents(): Promise<object[]> {
  const events = billing.service.store.collection('events');
  const found = await events
    .find({ type: 'credit', data: { $regex: `"user_id":${user}[,}]` } })
    .sort({ _id: 1 })
    .toArray();
  return found.map((event) => JSON.parse(event.data));
}

describe('the terms of an account', () => {
  test('are given when it is opened; opening it again changes nothing', async () => {
    const terms = { credit: 25.5, discount: 10, can_overdraft: 1 };
    const { rows } = await billing.call(openAccount, { user_id: 9_001, ...terms });
    expect(rows).toEqual([{ user_id: 9_001, balance: 0, bonus: 0, ...terms }]);
    await billing.call(addPayment, { user_id: 9_001, money: 5 });
    const again = await billing.call(openAccount, { user_id: 9_001, credit: 99 });
    expect(again.rows).toEqual([{ user_id: 9_001, balance: 5, bonus: 0, ...terms }]);
  });

  test('a credit that changes to more than 0, or perm_credit, publishes credit (domain.md 1.1)', async () => {
    const change = (terms: object) => billing.call(updateAccount, { user_id: user, ...terms });
    await change({ credit: 50 });
    await change({ credit: 50, discount: 3 });
    await change({ credit: 0 });
    await change({ perm_credit: 1 });
    await expect.poll(creditEvents).toEqual([
      { user_id: user, credit: 50 },
      // peer-http-api.md, "Spool tasks created by HTTP calls": no credit where perm_credit alone was set.
      { user_id: user },
    ]);
    const { rows } = await billing.call(readFigures, { user_ids: [user] });
    expect(rows[0]).toMatchObject({ credit: 0, discount: 3 });
  });

  test('figures come once each, without users who have no account', async () => {
    const other = await billing.open({ discount: 5 });
    const { rows } = await billing.call(readFigures, { user_ids: [other, user, other, 999_999] });
    expect(rows.map(({ user_id, discount }) => [user_id, discount])).toEqual([
      [other, 5],
      [user, 0],
    ]);
  });
});

describe('the end of an account', () => {
  test('one with money is closed by force only; a closed one takes nothing more', async () => {
    await billing.call(addPayment, { user_id: user, money: 5, uniq_key: 'before' });
    const close = (force: number) => billing.call(closeAccount, { user_id: user, force });
    expect(await faultOf(close(0))).toBe("400 Can't delete user with non-zero balance");
    await close(1);
    await close(1);
    const refused = [
      billing.call(addPayment, { user_id: user, money: 1 }),
      billing.call(addBonus, { user_id: user, bonus: 1 }),
      billing.call(updateAccount, { user_id: user, credit: 1 }),
      billing.call(settle, { user_id: user, at: AT, steps: [prepare(1, service())] }),
      billing.call(openAccount, { user_id: user }),
    ];
    const faults = await Promise.all(refused.map(faultOf));
    expect(new Set(faults)).toEqual(new Set(['404 User not found']));
    expect(await billing.balanceOf(user)).toBe(5);
  });

  test('rows are erased of closed accounts only; the ledger stays and is right', async () => {
    await billing.call(addPayment, { user_id: user, money: 100 });
    await billing.call(addBonus, { user_id: user, bonus: 3 });
    await billing.call(settle, { user_id: user, at: AT, steps: [prepare(user, service()), pay(user, service())] });
    expect(await faultOf(billing.call(eraseAccount, { user_id: user }))).toBe('409 The account is not closed');
    await billing.call(closeAccount, { user_id: user, force: 1 });
    await billing.call(eraseAccount, { user_id: user });
    await billing.call(eraseAccount, { user_id: user });
    expect((await billing.call(listPays, { user_id: user })).rows).toEqual([]);
    expect((await billing.call(readFigures, { user_ids: [user] })).rows).toEqual([]);
    const { pays, bonuses, withdraws, ledger } = billing.collections;
    for (const rows of [pays, bonuses, withdraws]) {
      expect(await (rows as typeof pays).countDocuments({ user_id: user })).toBe(0);
    }
    expect(await ledger.countDocuments({ user_id: user })).toBe(4);
    expect((await billing.call(verifyLedger, { user_id: user })).rows[0]).toMatchObject({ ok: 1 });
    expect((await billing.call(eraseAccount, { user_id: 999_999 })).rows).toEqual([]);
  });
});

describe('many settlements in one call', () => {
  test('each is done or refused by itself, once under its key', async () => {
    await billing.call(addPayment, { user_id: user, money: 150 });
    const command = (key: string, user_id: number, node: number) => {
      const steps = [prepare(node, service()), pay(node, service())];
      return { key, user_id, at: AT, steps };
    };
    const commands = [command(`a${user}`, user, user), command('b', 999_999, 1), command(`c${user}`, user, user + 1)];
    const first = await billing.call(settleMany, { commands });
    const outcomes = first.rows.map((row) => ('fault' in row ? row.fault.status : row.outcomes.at(-1)?.outcome));
    expect(outcomes).toEqual(['paid', 404, 'unpaid']);
    expect(first.rows.map(({ key }) => key)).toEqual(commands.map(({ key }) => key));
    expect(await billing.call(settleMany, { commands })).toEqual(first);
    const [alone] = commands;
    const repeated = await billing.call(settle, alone as (typeof commands)[0], { key: `a${user}` });
    expect(repeated.hit).toBe(true);
    expect(await billing.balanceOf(user)).toBe(50);
  });
});
