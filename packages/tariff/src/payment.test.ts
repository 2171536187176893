import { describe, expect, it } from 'vitest';
import { availableBonus, isAffordable, percentOfMoney, splitPayment } from './index.ts';

/** Amounts in whole units of money. */
function available(bonus: number, amount: number, limitBonusPercent?: number): number {
  const service = limitBonusPercent === undefined ? {} : { limitBonusPercent };
  return availableBonus({ bonusCents: bonus * 100, amountCents: amount * 100, service }) / 100;
}

function affordable(amount: number, balance: number, credit: number, bonus: number, flags = {}): boolean {
  const availableBonusCents = available(bonus, amount) * 100;
  const account = { amountCents: amount * 100, balanceCents: balance * 100, creditCents: credit * 100 };
  return isAffordable({ ...account, availableBonusCents, ...flags });
}

function split(amount: number, bonus: number): { bonus: number; money: number } {
  const paid = splitPayment({ amountCents: amount * 100, availableBonusCents: bonus * 100 });
  return { bonus: paid.bonusCents / 100, money: paid.moneyCents / 100 };
}

describe('availableBonus (domain.md 2.6)', () => {
  it('B1 is the whole bonus without a limit', () => expect(available(100, 50)).toBe(100));
  it('B2 is the whole bonus with the limit 100', () => expect(available(100, 10, 100)).toBe(100));
  it('B3 is a share of the amount under a limit', () => {
    expect(available(150, 200, 50)).toBe(100);
    expect(available(100, 100, 33)).toBe(33);
  });
  it('B4 is nothing for nothing, without a service, without bonus', () => {
    expect(available(100, 0, 50)).toBe(0);
    expect(availableBonus({ bonusCents: 100, amountCents: 100, service: undefined })).toBe(0);
    expect(available(0, 100)).toBe(0);
    expect(available(-5, 100)).toBe(0);
  });
  it('is the whole bonus without a limit even for nothing', () => expect(available(100, -10)).toBe(100));
  it('cuts the fraction off a limit and rounds the share to the cent', () => {
    expect(available(100, 100, 33.9)).toBe(33);
    expect(availableBonus({ bonusCents: 100, amountCents: 5, service: { limitBonusPercent: 50 } })).toBe(3);
    expect(available(100, 100, 0)).toBe(0);
  });
  it.each([-1, Number.NaN])('refuses the limit %d', (limit) => {
    expect(() => available(1, 1, limit)).toThrow(/^limitBonusPercent: expected a percentage/);
  });
});

describe('splitPayment', () => {
  it.each([
    ['B5 limit 0', 0, 0, 100],
    ['B5 limit 30', 30, 30, 70],
    ['B5 limit 100', 100, 99, 1],
  ])('%s', (_name, limit, bonus, money) => expect(split(100, available(99, 100, limit))).toEqual({ bonus, money }));

  it('B7 bonus pays all of it, and the debt stays', () => expect(split(100, 120)).toEqual({ bonus: 100, money: 0 }));
  it('R3 bonus 800 leaves money 100', () => expect(split(900, 800)).toEqual({ bonus: 800, money: 100 }));
  it('Q5 never makes bonus of an amount below 0', () => expect(split(-50, 0)).toEqual({ bonus: 0, money: -50 }));
});

describe('isAffordable', () => {
  it('B7 a debt has to be covered by bonus', () => {
    expect(affordable(100, -20, 0, 120)).toBe(true);
    expect(affordable(100, -20, 0, 119)).toBe(false);
  });
  it('B8 credit is added to the balance', () => {
    expect(affordable(100, 0, 100, 0)).toBe(true);
    expect(affordable(100, 0, 99, 0)).toBe(false);
  });
  it('B9 an overdraft, Q7 or a service paid in credit, needs no money', () => {
    expect(affordable(100, 0, 0, 0, { canOverdraft: true })).toBe(true);
    expect(affordable(100, 0, 0, 0, { payInCredit: true })).toBe(true);
  });
  it('B10 what is free is affordable with a debt', () => expect(affordable(0, -10, 0, 0)).toBe(true));
  it('B11 a composite is affordable as a whole', () => {
    expect(affordable(100 + 10 * 2, 100, 0, 0)).toBe(false);
    expect(affordable(100 + 10 * 2, 120, 0, 0)).toBe(true);
  });
});

describe('the price list (domain.md 2.15)', () => {
  it.each([
    [120, 10, 0, undefined, 108, 0],
    [100, 50, 99, 30, 50, 15],
    [100, 0, 99, 30, 100, 30],
    [100, 10, 30, 50, 90, 30],
  ])('cost %d less %d percent with bonus %d', (cost, percent, bonus, limit, realCost, costBonus) => {
    const real = cost - percentOfMoney(cost * 100, percent) / 100;
    expect(real).toBe(realCost);
    expect(split(real, available(bonus, real, limit)).bonus).toBe(costBonus);
  });
});
