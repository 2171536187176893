import {
  addBonus,
  addPayment,
  deleteWithdraw,
  editWithdraw,
  listWithdraws,
  prepareWithdraw,
  priceForecast,
  pricePriceList,
  quotePrices,
  readWithdraws,
  settle,
  sumWithdraws,
  verifyLedger,
  withdrawsOf,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BillingOfTest, faultOf, startBilling, userCaller } from '../billing-of-test.ts';
import { pay, prepare, service } from '../settle/story.ts';

const AT = '2022-02-01 00:00:00';
let billing: BillingOfTest;
let user: number;
let node = 0;

beforeAll(async () => {
  billing = await startBilling({ DEMO_DATA: '1' });
});
afterAll(() => billing.stop());
beforeEach(async () => {
  user = await billing.open();
  node += 1;
});

async function order(balance: number, terms: object = {}, catalogue = service()): Promise<number> {
  await billing.call(addPayment, { user_id: user, money: balance });
  const steps = [prepare(node, catalogue, terms), pay(node, catalogue)];
  const { rows } = await billing.call(settle, { user_id: user, at: AT, steps });
  return rows[1]?.withdraw_id ?? 0;
}

function edit(id: number, terms: object) {
  const args = { user_id: user, withdraw_id: id, service: service(), at: AT, moves_end: true, ...terms };
  return billing.call(editWithdraw, args);
}

describe('editing a paid write-off (domain.md 5.2)', () => {
  test.each([
    [{ months: 2 }, { total: 200, end_date: '2022-04-01 23:59:59' }, -100],
    [{ cost: 50, months: 2 }, { total: 100 }, 0],
    [{ cost: 50 }, { total: 50 }, 50],
    [{ discount: 10 }, { total: 90 }, 10],
    [{ discount: 10, qnt: 2 }, { total: 180 }, -80],
    [{ months: 3 }, { total: 270, discount: 10 }, -170],
  ])('%j', async (terms, row, balance) => {
    const id = await order(100);
    const { rows } = await edit(id, terms);
    expect(rows[0]).toMatchObject(row);
    expect(rows[0]?.withdraw_date).toBe(AT);
    expect(await billing.balanceOf(user)).toBe(balance);
  });

  test('Q14: setting bonus 5 moves the balance by 5 and the bonus by 5', async () => {
    const id = await order(100, {}, service({ limit_bonus_percent: 0 }));
    await billing.call(addBonus, { user_id: user, bonus: 8 });
    const { rows } = await edit(id, { bonus: 5 });
    expect(rows[0]).toMatchObject({ total: 95, bonus: 5 });
    expect([await billing.balanceOf(user), await billing.bonusOf(user)]).toEqual([5, 3]);
    await edit(id, { bonus: 0 });
    expect([await billing.balanceOf(user), await billing.bonusOf(user)]).toEqual([0, 8]);
    expect(await faultOf(edit(id, { bonus: 101 }))).toMatch(/^400 .*bonus/);
  });

  test('the discount of the row stays; one of 0 is found anew', async () => {
    const id = await order(100, { discount: 10 });
    expect((await edit(id, { qnt: 2 })).rows[0]).toMatchObject({ total: 180, discount: 10 });
    expect((await edit(id, { discount: 0 })).rows[0]).toMatchObject({ total: 200, discount: 0 });
    expect((await edit(id, { discount: 0, months: 3 })).rows[0]).toMatchObject({ total: 540, discount: 10 });
  });

  test('a dry run answers the price and writes nothing', async () => {
    const id = await order(100);
    const { rows } = await edit(id, { months: 2, dry_run: true });
    expect(rows[0]).toMatchObject({ total: 200, end_date: '2022-04-01 23:59:59' });
    expect(await billing.balanceOf(user)).toBe(0);
    const stored = await billing.call(readWithdraws, { withdraw_ids: [id] });
    expect(stored.rows[0]).toMatchObject({ total: 100, months: 1 });
  });

  test('the end stays where it does not follow; a foreign row is not found', async () => {
    const id = await order(100);
    const { rows } = await edit(id, { months: 2, moves_end: false });
    expect(rows[0]?.end_date).toBe('2022-03-02 23:59:59');
    user = await billing.open();
    expect(await faultOf(edit(id, { months: 1 }))).toMatch(/^404 /);
  });
});

describe('prepared write-offs', () => {
  function prepareRow(terms: object = {}) {
    return billing.call(prepareWithdraw, {
      user_id: user,
      user_service_id: node,
      service: service(),
      at: AT,
      ...terms,
    });
  }

  test('one is unpaid and moves no money; it can be deleted unless it is current', async () => {
    await order(100);
    const { rows } = await prepareRow({ months: 3 });
    const [row] = rows;
    expect(row).toMatchObject({
      total: 270,
      discount: 10,
      months: 3,
      withdraw_date: null,
      end_date: null,
      user_id: user,
    });
    expect(await billing.balanceOf(user)).toBe(0);
    const id = row?.withdraw_id ?? 0;
    const remove = (current: number | null) =>
      billing.call(deleteWithdraw, { user_id: user, withdraw_id: id, current_id: current });
    expect(await faultOf(remove(id))).toMatch(/^400 .*current/);
    expect((await remove(null)).rows).toEqual([row]);
    expect(await faultOf(remove(null))).toMatch(/^404 /);
    expect((await billing.call(withdrawsOf, { user_service_ids: [node] })).rows).toHaveLength(1);
  });

  test('a paid one is not deleted', async () => {
    const id = await order(100);
    const remove = billing.call(deleteWithdraw, { user_id: user, withdraw_id: id, current_id: null });
    expect(await faultOf(remove)).toMatch(/^400 .*paid/);
  });

  test('a dry run makes no row', async () => {
    expect((await prepareRow({ dry_run: true })).rows[0]).toMatchObject({ total: 100 });
    expect((await billing.call(listWithdraws, { user_id: user })).rows).toEqual([]);
  });
});

describe('lists, sums and prices', () => {
  test('a user gets his own rows only', async () => {
    await order(100);
    const other = await billing.open();
    const seen = await billing.call(listWithdraws, { user_id: user }, { caller: userCaller(other) });
    expect(seen.total).toBe(0);
    const own = await billing.call(listWithdraws, {}, { caller: userCaller(user) });
    expect(own.rows).toMatchObject([{ total: 100, user_id: user, user_service_id: node }]);
    expect((await billing.call(listWithdraws, { filter: { user_service_id: node } })).total).toBe(1);
    const { rows } = await billing.call(sumWithdraws, { user_id: user });
    expect(rows).toEqual([{ rows_count: 1, cost: 100, bonus: 0, total: 100 }]);
  });

  test('quotes, forecast and price list', async () => {
    const id = await order(100);
    const quoted = await billing.call(quotePrices, {
      user_id: user,
      at: AT,
      items: [{ service: service(), months: 3 }],
    });
    expect(quoted.rows).toMatchObject([{ total: 270, discount: 10, end_date: '2022-05-01 23:59:59' }]);
    const candidates = [{ user_service_id: node, withdraw_id: id, service: service(), next: null }];
    const forecast = await billing.call(priceForecast, { user_id: user, at: AT, candidates });
    expect(forecast.rows).toMatchObject([{ balance: 0, total: 100, dept: 0, items: [{ next: { total: 100 } }] }]);
    const offers = [{ service: service(), children: [{ cost: 5, qnt: 3 }] }];
    expect((await billing.call(pricePriceList, { user_id: user, offers })).rows).toMatchObject([{ cost: 115 }]);
    expect(await faultOf(billing.call(pricePriceList, { user_id: 99_999, offers }))).toBe('404 User not found');
  });

  test('after all this the ledger is right', async () => {
    const { rows } = await billing.call(verifyLedger, {});
    expect(rows[0]).toMatchObject({ ok: 1, differences: [] });
    expect(rows[0]?.entries).toBeGreaterThan(20);
  });
});
