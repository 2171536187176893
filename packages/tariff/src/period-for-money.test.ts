import { describe, expect, it } from 'vitest';
import { type PeriodForMoneyArguments, parseLocal, periodForMoney, periodForMoneyAt } from './index.ts';

type Story = [name: string, total: string, cost: string, period: string, months: string, at?: string];

const JANUARY = '2017-01-01 00:00:00';
const FEBRUARY = '2017-02-10 12:00:00';
const LEAP_FEBRUARY = '2016-02-29 23:59:59';
const APRIL = '2017-04-15 00:00:00';

const SIMPLER: Story[] = [
  ['SP1 a tenth', '100', '1000', '1', '0.0300'],
  ['SP1 a quarter', '250', '1000', '1', '0.0712'],
  ['SP1 a half', '500', '1000', '1', '0.1500'],
  ['SP1 a month', '1000', '1000', '1', '1.0000'],
  ['SP1 a month and a half', '1500', '1000', '1', '1.1500'],
  ['SP1 three months', '3000', '1000', '1', '3.0000'],
  ['SP3 a day', '30', '900', '1', '0.0100'],
  ['SP3 eight hours', '10', '900', '1', '0.0008'],
  ['SP3 the last minute makes an hour', '333.33', '1000', '1', '0.1000'],
  ['SP4 a day and six hours', '1.25', '30', '1', '0.0106'],
  ['SP4 twelve hours', '0.5', '30', '1', '0.0012'],
  ['SP5 a price per day', '30', '30', '0.01', '0.0100'],
  ['SP5 a price per hour', '1', '1', '0.0001', '0.0001'],
  ['SP6 no money', '0', '1000', '1', '0.0000'],
  ['SP6 no price', '100', '0', '1', '0.0000'],
  ['PP4 a cent makes an hour', '0.01', '100', '1', '0.0001'],
  ['less than a minute makes nothing', '0.01', '1000', '1', '0.0000'],
  ['23 hours and a minute carry to a day', '0.96', '30', '1', '0.0100'],
  ['29 days and more carry to a month', '29.99', '30', '1', '1.0000'],
  ['a price per month and a half', '50', '90', '1.15', '0.2500'],
  ['debt buys nothing', '-50', '100', '1', '0.0000'],
  ['a negative price sells nothing', '50', '-100', '1', '0.0000'],
];

const HONEST: Story[] = [
  ['HP1 half of January', '500', '1000', '1', '0.16', JANUARY],
  ['HP1 half of February', '500', '1000', '1', '0.15', FEBRUARY],
  ['HP1 half of a leap February', '500', '1000', '1', '0.15', LEAP_FEBRUARY],
  ['HP2 a month', '1000', '1000', '1', '1.00', JANUARY],
  ['HP2 two months', '2000', '1000', '1', '2.00', JANUARY],
  ['HP2 a month and half of February', '1500', '1000', '1', '1.15', JANUARY],
  ['HP3 a day', '100', '3100', '1', '0.01', JANUARY],
  ['HP3 ten days', '1000', '3100', '1', '0.10', APRIL],
  ['HP3 thirty days', '3000', '3100', '1', '0.30', JANUARY],
  ['HP4 a price per three months', '100', '300', '3', '1.00', JANUARY],
  ['HP6 no money', '0', '1000', '1', '0.00', JANUARY],
  ['HP6 no price', '100', '0', '1', '0.00', JANUARY],
  ['A1 half of April', '450', '900', '1', '0.15', APRIL],
  ['PP1 half of November, a started day', '50', '100', '1', '0.16', '2019-11-02 00:00:00'],
  ['Q10 a remainder below 1 does not count', '0.27', '199', '1', '0.00', JANUARY],
  ['Q10 a day price below 1: any remainder counts', '10', '20', '1', '0.16', JANUARY],
  ['Q10 a day price below 1: whole days only', '10', '20', '1', '0.15', APRIL],
  ['Q10 a day price below 1: a cent is a day', '0.01', '20', '1', '0.01', APRIL],
  ['all but a cent is all days of the month', '999.99', '1000', '1', '0.31', JANUARY],
  ['the days are those of a month in the next year', '1500', '1000', '2', '3.00', '2016-11-30 00:00:00'],
  ['the days of the leap February of next year', '1500', '1000', '1', '1.15', '2024-01-31 10:00:00'],
  ['December leads to January', '1500', '1000', '1', '1.16', '2023-12-31 00:00:00'],
  ['debt buys nothing', '-50', '100', '1', '0.00', JANUARY],
];

function bought(billing: PeriodForMoneyArguments['billing'], [, total, cost, period, , at]: Story): string {
  return periodForMoney({ billing, total, cost, period, at, zone: 'UTC' });
}

describe('periodForMoney of Simpler', () => {
  it.each(SIMPLER)('%s', (...story) => expect(bought('Simpler', story)).toBe(story[4]));
});

describe('periodForMoney of Honest', () => {
  it.each(HONEST)('%s', (...story) => expect(bought('Honest', story)).toBe(story[4]));
});

describe('periodForMoney', () => {
  const good = { billing: 'Honest', total: '500', cost: '1000', period: '1', at: JANUARY, zone: 'UTC' } as const;

  it.each([undefined, null, '', 0, '0'])('buys nothing where total or cost is %j', (nothing) => {
    for (const part of [{ total: nothing }, { cost: nothing }]) {
      expect(periodForMoney({ ...good, ...part })).toBe('0.00');
      expect(periodForMoney({ ...good, ...part, billing: 'Simpler' })).toBe('0.0000');
    }
  });

  it('takes the month of an instant from the zone', () => {
    const atMs = parseLocal('2017-01-31 22:00:00', 'UTC');
    const purchase = { billing: 'Honest', totalCents: 50_000, costCents: 100_000, period: 1, atMs } as const;
    expect(periodForMoneyAt({ ...purchase, zone: 'UTC' })).toBe('0.16');
    expect(periodForMoneyAt({ ...purchase, zone: 'Europe/Moscow' })).toBe('0.15');
  });

  it.each([
    ['billing', ''],
    ['total', 'much'],
    ['total', '99999999999'],
    ['cost', Number.NaN],
    ['period', '0'],
    ['period', '1.2.3'],
    ['at', undefined],
    ['at', '2017-02-29 00:00:00'],
    ['zone', 'Atlantis'],
  ])('names %s: %j', (argument, value) => {
    const wrong: PeriodForMoneyArguments = { ...good, [argument]: value };
    expect(() => periodForMoney(wrong)).toThrow(RangeError);
    expect(() => periodForMoney(wrong)).toThrow(new RegExp(`^${argument}: expected `));
  });
});
