import { describe, expect, it } from 'vitest';
import {
  addPeriods,
  comparePeriods,
  formatPeriod,
  normalisePeriod,
  parsePeriod,
  periodToUnits,
  unitsToPeriod,
  unitsToPeriodNumber,
} from './index.ts';

describe('parsePeriod', () => {
  it.each([
    ['P1', '0.1', 0, 10, 0],
    ['P1', '0.10', 0, 10, 0],
    ['P1', 0.1, 0, 10, 0],
    ['P2', '0.01', 0, 1, 0],
    ['P3', '0.0101', 0, 1, 1],
    ['P4', '0.111', 0, 11, 10],
    ['P5', '1.1012', 1, 10, 12],
    ['P6', 12, 12, 0, 0],
    ['P7', 1.0115, 1, 1, 15],
    ['P8', '2.5', 2, 50, 0],
    ['P9', '0.5959', 0, 59, 59],
    ['an hour', 0.0001, 0, 0, 1],
    ['nothing', 0, 0, 0, 0],
  ])('%s: %j', (_name, value, months, days, hours) => {
    expect(parsePeriod(value)).toEqual({ months, days, hours });
  });

  it.each(['', '-1', '1.', '.5', '1.01150', '1e2', ' 1', '1234567', null, undefined, -1, 0.00001, 1e21, {}])(
    'refuses %j by the name of the argument',
    (value) => {
      expect(() => parsePeriod(value, { argument: 'months' })).toThrow(RangeError);
      expect(() => parsePeriod(value, { argument: 'months' })).toThrow(/^months: expected a period M\.DDHH/);
    },
  );
});

describe('addPeriods', () => {
  it.each([
    ['S1', ['1.0515', '2.1020'], '3.1611'],
    ['S2', ['0.0015', '0.0010'], '0.0101'],
    ['S3', ['0.1500', '0.1800'], '1.0300'],
    ['S4', ['0.0059'], '0.0211'],
    ['S5', ['0.5900'], '1.2900'],
    ['S6', ['0.2930', '0.0150'], '1.0308'],
    ['S7', ['12.2945', '8.1535', '3.0820'], '24.2604'],
    ['S8', ['0.0101', '0.0101', '0.0101', '0.0101', '0.0101'], '0.0505'],
    ['S9 nothing', [], '0.0000'],
    ['S9 empty values', ['', null, undefined, 0], '0.0000'],
    ['numbers', [1.0515, 2.102], '3.1611'],
    ['A1', ['1', '0.15'], '1.1500'],
  ])('%s', (_name, periods, sum) => expect(addPeriods(periods)).toBe(sum));

  it('S10 normalises a period taken apart', () => {
    expect(normalisePeriod(parsePeriod('0.5959'))).toEqual({ months: 2, days: 1, hours: 11 });
  });

  it('names the member that is no period', () => {
    expect(() => addPeriods(['1', 'x'])).toThrow(/^periods\[1\]: expected a period/);
  });

  it('names the argument that is no list', () => {
    const text: unknown = '1.0515';
    expect(() => addPeriods(text as string[])).toThrow(/^periods: expected an array/);
  });
});

describe('stored periods', () => {
  it.each([
    ['1.0115', 10_115, '1.0115', 1.0115],
    ['0.1', 1000, '0.1000', 0.1],
    [2.5, 25_000, '2.5000', 2.5],
    [12, 120_000, '12.0000', 12],
    ['0.0001', 1, '0.0001', 0.0001],
  ])('%j is %d ten-thousandths', (value, units, text, number) => {
    expect(periodToUnits(value)).toBe(units);
    expect(unitsToPeriod(units)).toBe(text);
    expect(unitsToPeriodNumber(units)).toBe(number);
  });

  it('are compared by value', () => {
    expect(comparePeriods('0.1', 0.1)).toBe(0);
    expect(comparePeriods('1', '1.0000')).toBe(0);
    expect(comparePeriods('0.30', 1)).toBe(-1);
    expect(comparePeriods(2, '1.9999')).toBe(1);
  });

  it.each([-1, 0.5, Number.NaN])('refuses %d units', (units) => {
    expect(() => unitsToPeriod(units)).toThrow(/^units: expected a whole number/);
  });
});

describe('formatPeriod', () => {
  it('writes two digits for days and hours', () => {
    expect(formatPeriod({ months: 1, days: 1, hours: 5 })).toBe('1.0105');
  });

  it('refuses what two digits cannot hold', () => {
    expect(() => formatPeriod({ months: 0, days: 100, hours: 0 })).toThrow(/^period: expected at most 99 days/);
  });
});
