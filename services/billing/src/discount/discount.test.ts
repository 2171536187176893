import {
  addDiscount,
  changeDiscount,
  type DiscountRow,
  deleteDiscount,
  listDiscounts,
  quotePrices,
} from '@countinghouse/contracts';
import { startService } from '@countinghouse/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billing as definition } from '../billing.ts';
import { type BillingOfTest, faultOf, startBilling } from '../billing-of-test.ts';
import { service } from '../settle/story.ts';

let billing: BillingOfTest;
beforeAll(async () => {
  billing = await startBilling({ DEMO_DATA: '1' });
});
afterAll(() => billing.stop());

async function rows(args: object = {}): Promise<DiscountRow[]> {
  return (await billing.call(listDiscounts, { sort_field: 'months', sort_direction: 'asc', ...args }))
    .rows as DiscountRow[];
}

async function percentFor(months: number): Promise<number | undefined> {
  const user = await billing.open();
  const items = [{ service: service(), months }];
  return (await billing.call(quotePrices, { user_id: user, at: '2022-01-01 00:00:00', items })).rows[0]?.discount;
}

describe('discounts for many months (domain.md 1.7)', () => {
  test('the demonstration data have six', async () => {
    expect((await rows()).map(({ months, percent }) => [months, percent])).toEqual([
      [1, 0],
      [3, 10],
      [6, 15],
      [12, 20],
      [24, 30],
      [36, 40],
    ]);
  });

  test('are added, changed and deleted, and prices follow', async () => {
    expect(await percentFor(2)).toBe(0);
    const added = await billing.call(addDiscount, { title: 'Two', months: 2, percent: 7 });
    const [row] = added.rows;
    expect(row).toEqual({ discount_id: expect.any(Number), title: 'Two', months: 2, percent: 7 });
    const discount_id = row?.discount_id ?? 0;
    expect(await percentFor(2)).toBe(7);
    const changed = await billing.call(changeDiscount, { discount_id, percent: 8, title: 'Pair' });
    expect(changed.rows).toEqual([{ discount_id, title: 'Pair', months: 2, percent: 8 }]);
    expect(await percentFor(2.15)).toBe(8);
    expect(await rows({ discount_id })).toEqual(changed.rows);
    expect((await billing.call(deleteDiscount, { discount_id })).rows).toEqual(['1']);
    expect(await percentFor(2)).toBe(0);
  });

  test('there is one for the same months, and only for ids that exist', async () => {
    const three = { title: 'Three', months: 3, percent: 1 };
    expect(await faultOf(billing.call(addDiscount, three))).toBe('409 There is a discount for these months already');
    const [first, second] = await rows();
    const onto = { discount_id: first?.discount_id ?? 0, months: second?.months };
    expect(await faultOf(billing.call(changeDiscount, onto))).toMatch(/^409 /);
    expect(await faultOf(billing.call(changeDiscount, { discount_id: 999_999, percent: 1 }))).toMatch(/^404 /);
    expect(await faultOf(billing.call(deleteDiscount, { discount_id: 999_999 }))).toMatch(/^404 /);
    expect(await faultOf(billing.call(addDiscount, { ...three, months: 4, percent: 101 }))).toMatch(
      /^400 Invalid value of percent/,
    );
  });

  test('deleted ones of the demonstration data do not come back', async () => {
    const [first] = await rows();
    await billing.call(deleteDiscount, { discount_id: first?.discount_id ?? 0 });
    const replica = await startService(definition, billing.environment);
    await replica.stop();
    expect(await rows()).toHaveLength(5);
  });
});
