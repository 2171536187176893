import { describe, expect, it } from 'vitest';
import {
  type DiscountRow,
  discount,
  formatLocal,
  formatMoney,
  parseLocal,
  parseMoney,
  type WithdrawPriceArguments,
  withdrawPrice,
} from './index.ts';

const TABLE: DiscountRow[] = [
  { months: 1, percent: 0 },
  { months: 3, percent: 10 },
  { months: 6, percent: 15 },
  { months: 12, percent: 20 },
  { months: 24, percent: 30 },
  { months: 36, percent: 40 },
];

type Order = Partial<Omit<WithdrawPriceArguments, 'startMs' | 'costCents'>> & { cost: string; start?: string };

function price({ cost, start = '2019-01-01 00:00:00', ...order }: Order) {
  const startMs = parseLocal(start, 'UTC');
  const costCents = parseMoney(cost);
  const bought = withdrawPrice({
    billing: 'Honest',
    zone: 'UTC',
    period: 1,
    table: TABLE,
    ...order,
    startMs,
    costCents,
  });
  return { ...bought, total: formatMoney(bought.totalCents), end: formatLocal(bought.endMs, 'UTC') };
}

describe('withdrawPrice (domain.md 2.1)', () => {
  it.each<[string, Order, string, string]>([
    ['W1 a month of a year', { cost: '1200', period: 12, months: 1 }, '100', '2019-01-31 23:59:59'],
    ['W2 a year', { cost: '600', period: 12, months: 12 }, '600', '2019-12-31 23:59:59'],
    ['W3 a day', { cost: '310', months: '0.01' }, '10', '2019-01-01 23:59:59'],
    ['W3 two days', { cost: '310', months: '0.02' }, '20', '2019-01-02 23:59:59'],
    ['W3 thirteen days', { cost: '310', months: 0.13 }, '130', '2019-01-13 23:59:59'],
    ['W4 a given discount', { cost: '600', months: 1, discount: 20 }, '480', '2019-01-31 23:59:59'],
    [
      'W5 months and a day',
      { cost: '1000', start: '2017-01-01 00:00:00', months: '2.01' },
      '2032.26',
      '2017-03-01 23:59:59',
    ],
    ['W6 four months', { cost: '100', start: '2017-01-01 00:00:00', months: 4 }, '360', '2017-04-30 23:59:59'],
    ['W7 a stored cost', { cost: '1004.129', months: '0.01' }, '32.39', '2019-01-01 23:59:59'],
    [
      'W9 its own period',
      { billing: 'Simpler', cost: '100', period: 3, userDiscount: 5, months: 3 },
      '95',
      '2019-03-31 23:59:59',
    ],
    [
      'W9 twice its period',
      { billing: 'Simpler', cost: '100', period: 3, userDiscount: 5, months: 6 },
      '190',
      '2019-06-29 23:59:59',
    ],
    [
      'W9 a third: gross is rounded first',
      { billing: 'Simpler', cost: '100', period: 3, userDiscount: 5, months: 1 },
      '31.66',
      '2019-01-30 23:59:59',
    ],
    ['W11 three pieces', { cost: '100', discount: 5, qnt: 3 }, '285', '2019-01-31 23:59:59'],
    ['W11 half a piece', { cost: '100', discount: 5, qnt: 0.5 }, '95', '2019-01-31 23:59:59'],
    ['months 0 is the period', { cost: '100', period: 12, months: 0 }, '100', '2019-12-31 23:59:59'],
    ['bonus is taken off', { cost: '100', bonusCents: 3000 }, '70', '2019-01-31 23:59:59'],
    ['Q19 a one-off', { cost: '100', period: 0 }, '100', '2018-12-31 23:59:59'],
  ])('%s', (_name, order, total, end) => expect(price(order)).toMatchObject({ total, end }));

  it('answers what was applied', () => {
    expect(price({ cost: '100', months: 4 })).toMatchObject({ months: '4.0000', discount: 10, qnt: 1 });
    expect(price({ cost: '100', qnt: '0.5', period: 0.1 })).toMatchObject({ months: '0.1000', discount: 0, qnt: 1 });
  });

  it('keeps a given discount, and computes one for 0', () => {
    expect(price({ cost: '100', discount: 10, userDiscount: 30 }).discount).toBe(10);
    expect(price({ cost: '100', discount: 0, userDiscount: 25 }).discount).toBe(25);
    expect(price({ cost: '100', discount: 10, userDiscount: 30, noDiscount: true }).discount).toBe(0);
  });

  it.each<[string, Partial<WithdrawPriceArguments>]>([
    ['months', { months: 'x' }],
    ['qnt', { qnt: 'many' }],
    ['discount', { discount: 101 }],
    ['userDiscount', { userDiscount: 1.5 }],
    ['table\\[0\\]\\.percent', { table: [{ months: 1, percent: -1 }] }],
    ['table\\[0\\]\\.months', { table: [{ months: -1, percent: 1 }] }],
    ['bonusCents', { bonusCents: 0.5 }],
  ])('names %s', (argument, wrong) => {
    expect(() => price({ cost: '1', ...wrong })).toThrow(RangeError);
    expect(() => price({ cost: '1', ...wrong })).toThrow(new RegExp(`^${argument}: expected `));
  });
});

describe('discount (domain.md 2.2)', () => {
  it('D1 depends on the months bought of a monthly service', () => {
    const percents = [undefined, 2, 3].map((months) => discount({ period: 1, months, table: TABLE }));
    expect(percents).toEqual([0, 0, 10]);
  });

  it('D2 takes nothing from the table for a long period', () => {
    const percents = [11, 12, 24].map((months) => discount({ period: 12, months, table: TABLE }));
    expect(percents).toEqual([0, 0, 0]);
    expect(discount({ period: 1.9999, months: 3, table: TABLE })).toBe(10);
    expect(discount({ period: 2, months: 3, table: TABLE })).toBe(0);
  });

  it('D3 adds the personal discount, and stops at 100', () => {
    expect(discount({ userDiscount: 13, period: 1, table: TABLE })).toBe(13);
    expect(discount({ userDiscount: 13, period: 12, months: 3, table: TABLE })).toBe(13);
    expect(discount({ userDiscount: 13, period: 1, months: 36, table: TABLE })).toBe(53);
    expect(discount({ userDiscount: 90, period: 1, months: 36, table: TABLE })).toBe(100);
  });

  it('D4 finds the largest row not above the months, in any order of the rows', () => {
    const rows = [12, 1, 6, 3].map((months) => ({ months, percent: months }));
    const found = [0.15, 1, 2, 3, 4, 5, 5.9, 6, 11, 12, 13].map((months) =>
      discount({ period: 1, months, table: rows }),
    );
    expect(found).toEqual([0, 1, 1, 3, 3, 3, 3, 6, 6, 12, 12]);
  });

  it('D5 prices whole months of a monthly service', () => {
    const months = [1, 2, 3, 5, 6, 12, 24, 36];
    const totals = months.map((bought) => price({ billing: 'Simpler', cost: '100', months: bought }).total);
    expect(totals).toEqual(['100', '200', '270', '450', '510', '960', '1680', '2160']);
  });

  it('D7 takes nothing off a service without discount', () => {
    const bought = price({ cost: '100', months: 12, userDiscount: 50, noDiscount: true });
    expect(bought).toMatchObject({ discount: 0, total: '1200' });
  });
});
