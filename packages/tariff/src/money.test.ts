import { describe, expect, it } from 'vitest';
import {
  formatMoney,
  MONEY_CENTS_MAX,
  moneyToNumber,
  multiplyMoney,
  parseMoney,
  percentOfMoney,
  round,
  roundDown,
  roundUp,
} from './index.ts';

describe('parseMoney', () => {
  it.each([
    ['0', 0],
    ['12', 1200],
    ['12.5', 1250],
    [12.5, 1250],
    [0.1 + 0.2, 30],
    ['1.005', 101],
    ['-1.005', -101],
    ['1004.129', 100_413],
    ['0.004999', 0],
    ['+3', 300],
    [1e-7, 0],
    ['99999999.99', MONEY_CENTS_MAX],
    ['-99999999.994', -MONEY_CENTS_MAX],
  ])('%j is %d cents', (value, cents) => expect(parseMoney(value)).toBe(cents));

  it.each([
    '',
    ' ',
    '1,5',
    '1.',
    '.5',
    '1e3',
    '0x10',
    '1 000',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    [1],
  ])('refuses %j by the name of the argument', (value) => {
    expect(() => parseMoney(value, { argument: 'cost' })).toThrow(RangeError);
    expect(() => parseMoney(value, { argument: 'cost' })).toThrow(/^cost: expected a decimal number/);
  });

  it.each(['100000000', '-99999999.995', 1e21, 1e300])('refuses %j, which is more than the limit', (value) => {
    expect(() => parseMoney(value)).toThrow(/^money: expected an amount of at most 99999999.99/);
  });

  it('does not echo a long text whole', () => {
    expect(() => parseMoney('9'.repeat(1_000_000))).toThrow(/^.{1,120}$/);
  });
});

describe('formatMoney and moneyToNumber', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [3000, '30'],
    [50, '0.5'],
    [5, '0.05'],
    [-5, '-0.05'],
    [971_333, '9713.33'],
    [MONEY_CENTS_MAX, '99999999.99'],
  ])('%d cents are %s', (cents, text) => {
    expect(formatMoney(cents)).toBe(text);
    expect(moneyToNumber(cents)).toBe(Number(text));
  });

  it.each([0.5, Number.NaN, 2 ** 53])('refuses %d, no whole number of cents', (cents) => {
    expect(() => formatMoney(cents)).toThrow(/^cents: expected a whole number of cents/);
  });
});

describe('rounding (domain.md 0, decisions 10)', () => {
  it.each([
    ['0.125', 13, 13, 12],
    ['-0.125', -13, -12, -13],
    ['1.005', 101, 101, 100],
    ['-1.005', -101, -100, -101],
    ['-1.006', -101, -100, -101],
    ['2.675', 268, 268, 267],
    ['0.004999', 0, 1, 0],
    ['7', 700, 700, 700],
  ])('%s: round %d, up %d, down %d', (value, rounded, up, down) => {
    expect([round(value), roundUp(value), roundDown(value)]).toEqual([rounded, up, down]);
  });

  it('multiplies and takes percentages exactly', () => {
    expect(multiplyMoney(3333, '0.95')).toBe(3166);
    expect(multiplyMoney(3333, 0.95, 'roundUp')).toBe(3167);
    expect(percentOfMoney(10_050, 50)).toBe(5025);
    expect(percentOfMoney(-1, 50)).toBe(-1);
    expect(percentOfMoney(-1, 50, 'roundUp')).toBe(0);
    expect(percentOfMoney(1, 50, 'roundDown')).toBe(0);
  });

  it('refuses a result that is not exact any more', () => {
    expect(() => multiplyMoney(MONEY_CENTS_MAX, MONEY_CENTS_MAX)).toThrow(RangeError);
    expect(() => multiplyMoney(1, 'x')).toThrow(/^factor: /);
    expect(() => percentOfMoney(1, '')).toThrow(/^percent: /);
  });
});
