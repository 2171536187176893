import { describe, expect, it } from 'vitest';
import { formatLocal, type PartialPeriodArguments, parseLocal, partialPeriod, periodEndAt } from './index.ts';

const ZONE = 'Europe/London';
const ATMS = parseLocal('2019-11-02 00:00:00', ZONE);

/** Balance and bonus in whole units of money, a price of 100 a month. */
function partial(balance: number, bonus = 0, change: Partial<PartialPeriodArguments> = {}) {
  const money = { balanceCents: Math.round(balance * 100), bonusCents: bonus * 100, costCents: 10_000, period: 1 };
  return partialPeriod({ billing: 'Honest', zone: ZONE, atMs: ATMS, service: {}, ...money, ...change });
}

describe('partialPeriod (domain.md 2.8, decisions 13)', () => {
  it('PP1 half the price buys 16 days, counted from the old end', () => {
    const bought = partial(50);
    expect(bought).toEqual({ totalCents: 5000, months: '0.16' });
    const startMs = parseLocal('2019-11-01 00:58:02', ZONE);
    const endMs = periodEndAt({ billing: 'Honest', startMs, period: bought?.months ?? '', zone: ZONE });
    expect(formatLocal(endMs, ZONE)).toBe('2019-11-17 00:58:01');
  });

  it('PP4 a cent buys an hour of Simpler', () => {
    expect(partial(0.01, 0, { billing: 'Simpler' })).toEqual({ totalCents: 1, months: '0.0001' });
  });

  it('PP5 nothing buys nothing of Simpler', () => expect(partial(0, 0, { billing: 'Simpler' })).toBeUndefined());
  it('PP6 nothing buys nothing of Honest', () => expect(partial(0)).toBeUndefined());
  it('PP6 a cent buys no day of Honest', () => expect(partial(0.01)).toBeUndefined());

  it.each(['Simpler', 'Honest'] as const)('PP7 a debt buys nothing of %s', (billing) => {
    expect(partial(-50, 0, { billing })).toBeUndefined();
  });

  it('C5 half the price of a blocked service', () => {
    expect(partial(50, 0, { billing: 'Simpler' })).toEqual({ totalCents: 5000, months: '0.1500' });
  });

  it('adds the bonus that the service takes', () => {
    const billing = 'Simpler';
    expect(partial(20, 30, { billing })).toEqual({ totalCents: 5000, months: '0.1500' });
    expect(partial(20, 30, { billing, service: { limitBonusPercent: 50 } })).toEqual({
      totalCents: 3000,
      months: '0.0900',
    });
    expect(partial(-20, 30, { billing })).toEqual({ totalCents: 1000, months: '0.0300' });
    expect(partial(0, 30, { billing, service: { limitBonusPercent: 50 } })).toBeUndefined();
  });

  it('Q9 half the price of a day buys half a day in Honest too', () => {
    expect(partial(5, 0, { costCents: 1000, period: '0.01' })).toEqual({ totalCents: 500, months: '0.0012' });
  });

  it('buys nothing of a free service or a one-off', () => {
    expect(partial(50, 0, { costCents: 0 })).toBeUndefined();
    expect(partial(50, 0, { period: 0 })).toBeUndefined();
  });
});
