import { describe, expect, it } from 'vitest';
import { type AddedTimeArguments, addTimeForMoney, formatLocal, parseLocal } from './index.ts';

const ZONE = 'Europe/London';
const STARTED_MS = parseLocal('2019-04-01 01:00:00', ZONE);

type Change = Partial<Omit<AddedTimeArguments, 'withdraw'>> & { withdraw?: Partial<AddedTimeArguments['withdraw']> };

function added({ withdraw, ...change }: Change) {
  const base = { billing: 'Honest', zone: ZONE, amountCents: 45_000, atMs: STARTED_MS, period: 1 } as const;
  const row = { costCents: 90_000, discount: 0, months: 1, totalCents: 90_000, startMs: STARTED_MS, ...withdraw };
  return addTimeForMoney({ ...base, ...change, withdraw: row });
}

describe('addTimeForMoney (domain.md 2.11)', () => {
  it('A1 half a month for half the price', () => {
    const result = added({});
    expect(result).toMatchObject({ months: '1.1500', totalCents: 135_000, chargeCents: 45_000 });
    expect(formatLocal(result?.endMs ?? 0, ZONE)).toBe('2019-05-16 01:01:59');
  });

  it('A3 the discount of the withdraw counts', () => {
    const withdraw = { costCents: 10_000, discount: 50, totalCents: 5000 };
    expect(added({ amountCents: 2500, withdraw })).toMatchObject({ months: '1.1500', totalCents: 7500 });
  });

  it('Simpler adds hours', () => {
    const result = added({ billing: 'Simpler', amountCents: 125, withdraw: { costCents: 3000, totalCents: 3000 } });
    expect(result).toMatchObject({ months: '1.0106', totalCents: 3125 });
    expect(formatLocal(result?.endMs ?? 0, ZONE)).toBe('2019-05-02 06:59:59');
  });

  it('Q9 a price per day buys days in Honest too', () => {
    const withdraw = { costCents: 1000, months: '0.01', totalCents: 1000 };
    expect(added({ amountCents: 2500, period: '0.01', withdraw })).toMatchObject({ months: '0.0312' });
  });

  it.each<[string, Change]>([
    ['too little for a minute', { billing: 'Simpler', amountCents: 1, withdraw: { costCents: 100_000 } }],
    ['a free service', { withdraw: { costCents: 0 } }],
    ['a discount of 100 percent', { withdraw: { discount: 100 } }],
    ['a one-off', { period: 0 }],
  ])('adds nothing for %s', (_name, change) => expect(added(change)).toBeUndefined());

  it.each([0, -100, 0.5])('refuses the amount %d', (amountCents) => {
    expect(() => added({ amountCents })).toThrow(/^amountCents: expected /);
  });
});
