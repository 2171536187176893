import { describe, expect, it } from 'vitest';
import { parseLocal, type RangeCostArguments, rangeCost, rangeCostAt } from './index.ts';

type Story = [
  name: string,
  start: string,
  end: string,
  cost: string,
  period: string,
  total: string,
  months: string,
  zone?: string,
];

const SIMPLER: Story[] = [
  ['ST1 a day', '2017-01-01 00:00:00', '2017-01-01 23:59:59', '900', '1', '30', '0.0100'],
  ['ST1 a day and a second', '2017-01-01 00:00:00', '2017-01-02 00:00:00', '900', '1', '30', '0.0100'],
  ['ST2 eight hours', '2017-01-01 00:00:00', '2017-01-01 08:00:00', '900', '1', '10', '0.0008'],
  ['ST3 a month', '2017-01-01 00:00:00', '2017-01-30 23:59:59', '1000', '1', '1000', '1.0000'],
  ['ST4 two months', '2017-01-01 00:00:00', '2017-03-01 23:59:59', '1000', '1', '2000', '2.0000'],
  ['ST5 a month within days', '2017-01-10 12:33:00', '2017-02-09 12:33:00', '1000', '1', '1000', '1.0000'],
  ['ST7 94 days', '2017-10-31 00:00:00', '2018-02-01 23:59:59', '3100', '1', '9713.33', '3.0400'],
  ['ST8 a price per day', '2017-01-01 00:00:00', '2017-01-30 23:59:59', '30', '0.01', '900', '1.0000'],
  ['ST10 free', '2017-01-01 00:00:00', '2017-01-31 00:59:59', '0', '1', '0', '1.0001'],
  ['ST11 a third of a month', '2017-01-01 00:00:00', '2017-01-11 00:00:00', '1000', '1', '333.33', '0.1000'],
  ['ST12 a price per three months', '2024-01-01 00:00:00', '2024-02-01 00:00:00', '900', '3', '310', '1.0100'],
  ['ST13 half an hour', '2024-01-01 00:00:00', '2024-01-01 00:30:00', '720', '1', '0.5', '0.0000'],
  ['ST14 59 seconds', '2024-01-01 00:00:00', '2024-01-01 00:00:59', '720', '1', '0.02', '0.0000'],
  ['ST14 58 seconds', '2024-01-01 00:00:00', '2024-01-01 00:00:58', '720', '1', '0', '0.0000'],
  ['a price per month and a half', '2024-01-01 00:00:00', '2024-01-15 23:59:59', '100', '1.15', '33.33', '0.1500'],
  ['clocks going back', '2024-10-27 00:00:00', '2024-10-27 23:59:59', '900', '1', '30', '0.0100', 'Europe/Berlin'],
  ['the leap day', '2024-02-28 00:00:00', '2024-03-01 23:59:59', '30', '1', '3', '0.0300'],
  ['an empty range', '2024-01-02 00:00:00', '2024-01-01 23:59:59', '720', '1', '0', '0.0000'],
  ['a day backwards', '2024-01-03 00:00:00', '2024-01-01 23:59:59', '900', '1', '-30', '-0.0100'],
  [
    'a negative cost, half a cent away from zero',
    '2024-01-01 00:00:00',
    '2024-01-01 00:00:59',
    '-216',
    '1',
    '-0.01',
    '0.0000',
  ],
];

const HONEST: Story[] = [
  ['HT1 a month', '2017-01-01 00:00:00', '2017-01-31 23:59:59', '1000', '1', '1000', '1.00'],
  ['HT1 a month and a second', '2017-01-01 00:00:00', '2017-02-01 00:00:00', '1000', '1', '1000', '1.00'],
  ['HT2 two months', '2017-01-01 00:00:00', '2017-02-28 23:59:59', '1000', '1', '2000', '2.00'],
  ['HT2 two months and a second', '2017-01-01 00:00:00', '2017-03-01 00:00:00', '1000', '1', '2000', '2.00'],
  ['HT3 four months', '2017-01-01 00:00:00', '2017-04-30 23:59:59', '1000', '1', '4000', '4.00'],
  ['HT5 a month within days', '2017-01-10 12:33:00', '2017-02-09 14:25:55', '1000', '1', '1000', '0.30'],
  ['HT6 the first two days', '2017-01-01 00:00:00', '2017-01-02 23:59:59', '3100', '1', '200', '0.02'],
  ['HT6 two days', '2017-01-10 00:00:00', '2017-01-11 23:59:59', '3100', '1', '200', '0.02'],
  ['HT8 parts and whole months', '2017-10-31 00:00:00', '2018-02-01 23:59:59', '3100', '1', '9510.71', '3.02'],
  ['HT8 free', '2017-10-31 00:00:00', '2018-02-01 23:59:59', '0', '1', '0', '3.02'],
  ['HT9 all of April', '2017-04-01 00:00:00', '2017-04-30 23:59:59', '3000', '1', '3000', '1.00'],
  ['HT9 the last day of April', '2017-04-30 00:00:00', '2017-04-30 23:59:59', '3000', '1', '100', '0.01'],
  ['HT9 the last second of April', '2017-04-30 23:59:59', '2017-04-30 23:59:59', '3000', '1', '0', '0.01'],
  ['HT9 nine days of April', '2017-04-01 00:00:00', '2017-04-09 23:59:59', '3000', '1', '900', '0.09'],
  ['HT11 a price per three months', '2024-01-01 00:00:00', '2024-02-01 00:00:00', '900', '3', '300', '1.00'],
  ['HT12 a price per day, half a day', '2024-01-01 00:00:00', '2024-01-01 12:00:00', '24', '0.01', '12', '0.00'],
  [
    'HT13 the month of summer time',
    '2024-03-20 00:00:00',
    '2024-04-05 00:00:00',
    '300',
    '1',
    '155.73',
    '0.16',
    'Europe/Berlin',
  ],
  ['HT13 without summer time', '2024-03-20 00:00:00', '2024-04-05 00:00:00', '300', '1', '156.13', '0.16'],
  [
    'a short price in real seconds',
    '2024-03-31 00:00:00',
    '2024-04-01 00:00:00',
    '24',
    '0.0001',
    '552',
    '0.01',
    'Europe/Berlin',
  ],
  [
    'a price per month and a half is a price per month',
    '2024-01-01 00:00:00',
    '2024-01-31 23:59:59',
    '90',
    '1.15',
    '90',
    '1.00',
  ],
  ['thirds are rounded at the end', '2024-01-01 00:00:00', '2024-04-30 23:59:59', '100', '3', '133.33', '4.00'],
  ['into the next year', '2023-12-31 00:00:00', '2024-01-01 23:59:59', '310', '1', '20', '0.02'],
  ['borrowed days', '2024-01-31 00:00:00', '2024-03-01 23:59:59', '310', '1', '330', '1.02'],
  ['backwards within a month', '2017-04-10 00:00:00', '2017-04-01 00:00:00', '3000', '1', '900', '-1.21'],
  ['backwards over months', '2017-03-01 00:00:00', '2017-02-01 00:00:00', '1000', '1', '-1000', '-1.00'],
];

function cost(billing: RangeCostArguments['billing'], [, start, end, price, period, , , zone = 'UTC']: Story) {
  return rangeCost({ billing, start, end, cost: price, period, zone });
}

describe('rangeCost of Simpler', () => {
  it.each(SIMPLER)('%s', (...story) => expect(cost('Simpler', story)).toEqual({ total: story[5], months: story[6] }));
});

describe('rangeCost of Honest', () => {
  it.each(HONEST)('%s', (...story) => expect(cost('Honest', story)).toEqual({ total: story[5], months: story[6] }));
});

describe('rangeCost', () => {
  const january = { start: '2017-01-01 00:00:00', end: '2017-01-31 23:59:59', zone: 'UTC' } as const;

  it.each([undefined, null, '', 0, '0.00'])('is 0 without a cost (%j), whatever the period', (price) => {
    expect(rangeCost({ ...january, billing: 'Honest', cost: price, period: '0' })).toEqual({
      total: '0',
      months: '1.00',
    });
  });

  it('takes numbers, and a month where no period is given', () => {
    expect(rangeCost({ ...january, billing: 'Honest', cost: 100.1 }).total).toBe('100.1');
  });

  it('counts instants: the hour that is shown twice costs twice', () => {
    const zone = 'Europe/Berlin';
    const startMs = parseLocal('2024-10-27 02:00:00', zone);
    const price = { billing: 'Honest', costCents: 2400, period: '0.01', zone } as const;
    expect(rangeCostAt({ ...price, startMs, endMs: startMs + 7_200_000 })).toEqual({ totalCents: 200, months: '0.00' });
  });

  it.each([
    ['billing', 'Fair'],
    ['start', '2017-13-01 00:00:00'],
    ['end', 'never'],
    ['end', undefined],
    ['cost', '1,5'],
    ['cost', Number.POSITIVE_INFINITY],
    ['cost', {}],
    ['period', '0'],
    ['period', 'x'],
    ['zone', 'Nowhere'],
  ])('names %s: %j', (argument, value) => {
    const wrong: RangeCostArguments = { ...january, billing: 'Honest', cost: 10, period: 1, [argument]: value };
    expect(() => rangeCost(wrong)).toThrow(RangeError);
    expect(() => rangeCost(wrong)).toThrow(new RegExp(`^${argument}: expected `));
  });
});
