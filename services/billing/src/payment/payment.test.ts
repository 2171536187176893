import {
  addBonus,
  addPayment,
  changeBonus,
  deleteBonus,
  deletePay,
  listBonuses,
  listOwnPays,
  listPays,
  readLatestPays,
  sumPays,
  updateAccount,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingOfTest, faultOf, startBilling, userCaller } from '../billing-of-test.ts';

let billing: BillingOfTest;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

async function pay(userId: number, money: number, more: object = {}) {
  return billing.call(addPayment, { user_id: userId, money, ...more });
}

async function setIncomePercent(percent: number) {
  await billing.collections.config.updateOne(
    { _id: 'billing' },
    { $set: { income_percent: percent } },
    { upsert: true },
  );
}

async function eventsOf(userId: number) {
  const events = await billing.service.store
    .collection('events')
    .find({ data: { $regex: `"user_id":${userId}[,}]` } })
    .sort({ _id: 1 })
    .toArray();
  return events.map((event) => [event.type, JSON.parse(event.data)] as const);
}

describe('payments', () => {
  test('Y1: a payment of 1000.03 on -21.56 makes 978.47 and publishes payment', async () => {
    const user = await billing.open();
    await pay(user, -21.56);
    const { rows } = await pay(user, 1000.03, { pay_system_id: 'manual', comment: 'thanks' });
    expect(rows[0]).toMatchObject({
      user_id: user,
      money: 1000.03,
      pay_system_id: 'manual',
      comment: { comment: 'thanks' },
    });
    expect(await billing.balanceOf(user)).toBe(978.47);
    await expect.poll(async () => (await eventsOf(user)).filter(([type]) => type === 'payment').length).toBe(2);
    const events = await eventsOf(user);
    expect(events).toContainEqual(['payment', { user_id: user, pay_id: rows[0]?.id, money: 1000.03 }]);
    expect(events.filter(([type]) => type === 'account.changed').at(-1)?.[1]).toMatchObject({
      balance: 978.47,
      seq: 2,
    });
  });

  test('Y2: the partner earns 20 % by configuration, then 50 % by his own terms', async () => {
    await setIncomePercent(20);
    const partner = await billing.open();
    const user = await billing.open({ partner_id: partner });
    await pay(user, 100);
    expect(await billing.bonusOf(partner)).toBe(20);
    await billing.call(updateAccount, { user_id: partner, income_percent: 50 });
    await pay(user, 100);
    expect(await billing.bonusOf(partner)).toBe(70);
    await pay(user, -100);
    expect(await billing.bonusOf(partner)).toBe(70);
    const { rows } = await billing.call(listBonuses, { user_id: partner });
    expect(rows).toMatchObject([
      { bonus: 50, comment: { from_user_id: user, payment: 100, percent: 50 } },
      { bonus: 20, comment: { from_user_id: user, payment: 100, percent: 20 } },
    ]);
    await expect.poll(async () => (await eventsOf(partner)).filter(([type]) => type === 'bonus').length).toBe(2);
    const held = async () => {
      const account = await billing.collections.accounts.findOne({ _id: user });
      return (account?.pending.length ?? 0) + (account?.outbox?.length ?? 0);
    };
    await expect.poll(held).toBe(0);
    await setIncomePercent(0);
  });

  test('Y4: the same uniq_key answers the stored payment; another content is refused', async () => {
    const user = await billing.open();
    const first = await pay(user, 11, { uniq_key: 'a', comment: 'one' });
    const second = await pay(user, 11, { uniq_key: 'a', comment: 'two' });
    expect(second).toEqual({ ...first, hit: true });
    expect(first.hit).toBeUndefined();
    expect(await faultOf(pay(user, 999, { uniq_key: 'a' }))).toMatch(/^409 /);
    expect(await faultOf(pay(user, 11, { uniq_key: 'a', pay_system_id: 'x' }))).toMatch(/^409 /);
    expect(await billing.balanceOf(user)).toBe(11);
    const other = await billing.open();
    expect((await pay(other, 11, { uniq_key: 'a' })).hit).toBeUndefined();
  });

  test('a deleted payment is hidden; balance, ledger and uniq_key stay', async () => {
    const user = await billing.open();
    const { rows } = await pay(user, 5, { uniq_key: 'k' });
    const id = rows[0]?.id ?? 0;
    expect(await billing.call(deletePay, { user_id: user, id })).toEqual({ rows: ['1'] });
    expect((await billing.call(listPays, { user_id: user })).rows).toEqual([]);
    expect(await billing.balanceOf(user)).toBe(5);
    expect(await pay(user, 5, { uniq_key: 'k' })).toEqual({ rows, hit: true });
    expect(await faultOf(billing.call(deletePay, { user_id: user, id }))).toMatch(/^404 /);
    expect(await billing.balanceOf(user)).toBe(5);
  });

  test('a payment of another user is not found', async () => {
    const [user, other] = [await billing.open(), await billing.open()];
    const { rows } = await pay(user, 5);
    expect(await faultOf(billing.call(deletePay, { user_id: other, id: rows[0]?.id ?? 0 }))).toMatch(/^404 /);
  });

  test('Y7: zero and negative payments are payments', async () => {
    const user = await billing.open();
    await pay(user, -5.5);
    await pay(user, 0);
    expect(await billing.balanceOf(user)).toBe(-5.5);
    await expect.poll(async () => (await eventsOf(user)).filter(([type]) => type === 'payment').length).toBe(2);
  });

  test('a dry run answers and writes nothing', async () => {
    const user = await billing.open();
    const { rows } = await pay(user, 7, { dry_run: 1, uniq_key: 'dry' });
    expect(rows[0]).toMatchObject({ money: 7, user_id: user });
    expect(await billing.balanceOf(user)).toBe(0);
    expect((await billing.call(listPays, { user_id: user })).rows).toEqual([]);
    expect((await pay(user, 8, { uniq_key: 'dry' })).hit).toBeUndefined();
  });

  test('no account: 404', async () => {
    expect(await faultOf(pay(99_999, 1))).toBe('404 User not found');
  });

  test('money beyond the limit is refused and changes nothing', async () => {
    const user = await billing.open();
    await pay(user, 99_999_999.99);
    expect(await faultOf(pay(user, 0.01))).toMatch(/^400 .*balance/);
    expect(await billing.balanceOf(user)).toBe(99_999_999.99);
  });

  test('lists: a user sees his own rows without comment and uniq_key', async () => {
    const [user, other] = [await billing.open(), await billing.open()];
    await pay(user, 1, { uniq_key: 'x', comment: { a: 1 }, date: '2014-10-02 14:05:39' });
    await pay(user, 2);
    await pay(other, 3);
    const own = await billing.call(listOwnPays, {}, { caller: userCaller(user) });
    expect(own.total).toBe(2);
    expect(own.rows).toMatchObject([{ money: 2 }, { money: 1, date: '2014-10-02 14:05:39' }]);
    for (const row of own.rows as object[]) {
      expect(row).not.toHaveProperty('comment');
      expect(row).not.toHaveProperty('uniq_key');
    }
    const { rows } = await billing.call(readLatestPays, { user_ids: [user, other] });
    expect(rows.map((row) => row.money).sort()).toEqual([2, 3]);
    expect((await billing.call(sumPays, { user_id: user })).rows).toEqual([{ rows_count: 2, money: 3 }]);
  });
});

describe('bonuses', () => {
  test('above 0 is published, below is not, 0 is refused', async () => {
    const user = await billing.open();
    await billing.call(addBonus, { user_id: user, bonus: 30, comment: 'gift' });
    await billing.call(addBonus, { user_id: user, bonus: -10 });
    expect(await billing.bonusOf(user)).toBe(20);
    expect(await faultOf(billing.call(addBonus, { user_id: user, bonus: 0 }))).toMatch(/^400 .*bonus/);
    await expect.poll(async () => (await eventsOf(user)).filter(([type]) => type === 'bonus').length).toBe(1);
  });

  test('changing takes comment and date only; deleting keeps the balance', async () => {
    const user = await billing.open();
    const added = await billing.call(addBonus, { user_id: user, bonus: 30 });
    const id = added.rows[0]?.id ?? 0;
    const changed = await billing.call(changeBonus, { id, comment: 'why', date: '2020-01-01 00:00:00' });
    expect(changed.rows).toMatchObject([{ id, bonus: 30, comment: { comment: 'why' }, date: '2020-01-01 00:00:00' }]);
    await billing.call(deleteBonus, { user_id: user, id });
    expect(await billing.bonusOf(user)).toBe(30);
    expect((await billing.call(listBonuses, { user_id: user })).rows).toEqual([]);
    expect(await faultOf(billing.call(changeBonus, { id, comment: 'late' }))).toMatch(/^404 /);
  });
});
