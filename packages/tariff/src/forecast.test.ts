import { describe, expect, it } from 'vitest';
import { forecast, parseMoney } from './index.ts';

/** Money in whole units; each item is its price and the limit of its bonus. */
function forecastOf(balance: number, bonus: number, ...items: (readonly [price: number, limit?: number])[]) {
  const result = forecast({
    balanceCents: parseMoney(balance),
    bonusCents: parseMoney(bonus),
    items: items.map(([price, limitBonusPercent]) => ({
      priceCents: parseMoney(price),
      service: { limitBonusPercent },
    })),
  });
  const dept = result.deptCents === undefined ? {} : { dept: result.deptCents / 100 };
  return { total: result.totalCents / 100, ...dept };
}

describe('forecast (domain.md 2.14)', () => {
  it('F1 adds the debt to what falls due', () => {
    expect(forecastOf(-21.56, 0, [890], [123.45])).toEqual({ total: 1035.01, dept: 21.56 });
  });
  it('F2 takes a later unpaid withdraw instead', () => expect(forecastOf(-21.56, 0, [890], [100]).total).toBe(1011.56));
  it('F3 leaves out what is paid', () => expect(forecastOf(-21.56, 0, [890]).total).toBe(911.56));
  it('F5 has a debt of 0 where the balance is 0', () => expect(forecastOf(0, 0, [90])).toEqual({ total: 90, dept: 0 }));
  it('F6 is 0 where nothing falls due', () => expect(forecastOf(20, 70)).toEqual({ total: 0 }));
  it('F7 applies bonus, then the balance', () => expect(forecastOf(20, 70, [100])).toEqual({ total: 10 }));

  it.each([
    ['F8', 135, [35, 185, 0, 117.5]],
    ['F9', 180, [80, 230, 0, 140]],
  ])('%s a limit of 50 percent', (_name, price, totals) => {
    const accounts = [
      [100, 0],
      [-50, 0],
      [100, 100],
      [-50, 100],
    ] as const;
    expect(accounts.map(([balance, bonus]) => forecastOf(balance, bonus, [price, 50]).total)).toEqual(totals);
  });

  it('F11 bonus 100 with a limit of 50 percent', () => {
    expect([150, 200, 300].map((price) => forecastOf(0, 100, [price, 50]).total)).toEqual([75, 100, 200]);
  });

  it('F14 is 0 without items, whatever the debt', () => expect(forecastOf(-5, 0)).toEqual({ total: 0, dept: 5 }));
  it('F18 adds up the parts of a composite', () => expect(forecastOf(0, 0, [100], [20]).total).toBe(120));

  it('Q8 uses up only the bonus that was applied', () => {
    const item = { priceCents: 10_000, service: {} };
    expect(forecast({ balanceCents: 0, bonusCents: 25_000, items: [item, item] })).toEqual({
      totalCents: 0,
      deptCents: 0,
      items: [
        { bonusCents: 10_000, totalCents: 0 },
        { bonusCents: 10_000, totalCents: 0 },
      ],
    });
    expect(forecastOf(0, 150, [100], [100]).total).toBe(50);
  });
});
