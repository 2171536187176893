import { describe, expect, it } from 'vitest';
import { addPeriodToDate, formatLocal, parseLocal, startOfDay } from './index.ts';

describe('parseLocal', () => {
  it.each([
    ['1970-01-01 00:00:00', 'UTC', '1970-01-01T00:00:00Z'],
    ['2019-04-01 01:00:00', 'Europe/London', '2019-04-01T00:00:00Z'],
    ['2024-02-29 23:59:59', 'Europe/Moscow', '2024-02-29T20:59:59Z'],
    ['2025-01-01 00:00:00', 'Asia/Kathmandu', '2024-12-31T18:15:00Z'],
    ['2025-07-01 12:00:00', 'America/St_Johns', '2025-07-01T14:30:00Z'],
    ['2011-12-31 00:00:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['2024-01-01 00:00:00', '+05:30', '2023-12-31T18:30:00Z'],
    ['1800-01-01 00:00:00', 'UTC', '1800-01-01T00:00:00Z'],
  ])('%s in %s', (text, zone, instant) => {
    expect(new Date(parseLocal(text, zone))).toEqual(new Date(instant));
    expect(formatLocal(Date.parse(instant), zone)).toBe(text);
  });

  it('takes the first of two times that the clock shows twice', () => {
    const first = parseLocal('2024-10-27 02:30:00', 'Europe/Berlin');
    expect(new Date(first)).toEqual(new Date('2024-10-27T00:30:00Z'));
    expect(formatLocal(first + 3_600_000, 'Europe/Berlin')).toBe('2024-10-27 02:30:00');
  });

  it.each([
    ['2024-03-31 02:30:00', 'Europe/Berlin', '2024-03-31 03:30:00'],
    ['2024-10-06 02:15:00', 'Australia/Lord_Howe', '2024-10-06 02:45:00'],
    ['2018-11-04 00:00:00', 'America/Sao_Paulo', '2018-11-04 01:00:00'],
    ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-31 12:00:00'],
  ])('moves %s, which clocks in %s never show, to %s', (skipped, zone, later) => {
    expect(formatLocal(parseLocal(skipped, zone), zone)).toBe(later);
  });

  it.each([
    '2019-02-30 00:00:00',
    '2023-02-29 00:00:00',
    '1900-02-29 00:00:00',
    '2019-13-01 00:00:00',
    '2019-00-10 00:00:00',
  ])('refuses %s, which does not exist', (text) =>
    expect(() => parseLocal(text, 'UTC')).toThrow(/^date: expected an existing local time/),
  );

  it.each(['', '2019-01-01', '2019-1-1 00:00:00', '2019-01-01T00:00:00', '2019-01-01 00:00', '2019-01-01 00:00:60'])(
    'refuses %j, which has another form',
    (text) =>
      expect(() => parseLocal(text, 'UTC', { argument: 'start' })).toThrow(/^start: expected .* YYYY-MM-DD HH:MM:SS/),
  );

  it('takes a date alone where that is asked for', () => {
    expect(parseLocal('2019-01-02', 'UTC', { dateOnly: true })).toBe(Date.UTC(2019, 0, 2));
  });

  it('names an unknown zone', () => {
    expect(() => parseLocal('2019-01-01 00:00:00', 'Mars/Base')).toThrow(/^zone: expected the name of a time zone/);
  });
});

describe('formatLocal', () => {
  it('drops parts of a second, before 1970 too', () => {
    expect(formatLocal(999, 'UTC')).toBe('1970-01-01 00:00:00');
    expect(formatLocal(-1, 'UTC')).toBe('1969-12-31 23:59:59');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15, 8.64e15])('refuses %d', (epochMs) => {
    expect(() => formatLocal(epochMs, 'UTC')).toThrow(/^epochMs: expected /);
  });
});

describe('startOfDay', () => {
  it('is the first instant of the local day, or of one some days later', () => {
    const noon = parseLocal('2024-03-30 12:00:00', 'Europe/Berlin');
    expect(formatLocal(startOfDay(noon, 'Europe/Berlin'), 'Europe/Berlin')).toBe('2024-03-30 00:00:00');
    expect(formatLocal(startOfDay(noon, 'Europe/Berlin', 3), 'Europe/Berlin')).toBe('2024-04-02 00:00:00');
    expect(formatLocal(startOfDay(noon, 'Europe/Berlin', -30), 'Europe/Berlin')).toBe('2024-02-29 00:00:00');
  });

  it('is later where clocks skip midnight', () => {
    const noon = parseLocal('2018-11-04 12:00:00', 'America/Sao_Paulo');
    expect(formatLocal(startOfDay(noon, 'America/Sao_Paulo'), 'America/Sao_Paulo')).toBe('2018-11-04 01:00:00');
  });

  it('F16 bounds the forecast: what expires before it falls due', () => {
    const expireMs = parseLocal('2022-01-30 23:59:59', 'UTC');
    const due = (today: string, days: number) => expireMs < startOfDay(parseLocal(today, 'UTC'), 'UTC', days);
    const dates = ['2022-01-26 15:00:00', '2022-01-27 15:00:00', '2022-01-28 15:00:00'];
    expect(dates.map((today) => due(today, 1 + 3))).toEqual([false, true, true]);
    expect(dates.map((today) => due(today, 3))).toEqual([false, false, true]);
    expect(dates.map((today) => due(today, 1 + 10))).toEqual([true, true, true]);
  });

  it('refuses days that are not whole', () => {
    expect(() => startOfDay(0, 'UTC', 0.5)).toThrow(/^days: expected a whole number/);
  });
});

describe('addPeriodToDate (domain.md 2.3)', () => {
  it.each([
    ['2025-01-15 10:30:00', '30d', '2025-02-14 10:30:00'],
    ['2025-01-15 10:30:00', '+1m', '2025-02-15 10:30:00'],
    ['2025-01-31 12:00:00', '1m', '2025-03-03 12:00:00'],
    ['2025-01-15 10:30:00', '24H', '2025-01-16 10:30:00'],
    ['2024-02-29 00:00:00', '1y', '2025-03-01 00:00:00'],
    ['2025-12-31 23:30:00', '45M', '2026-01-01 00:15:00'],
    ['2025-01-01 00:00:00', '-1d', '2024-12-31 00:00:00'],
    ['2025-03-31 00:00:00', '-13m', '2024-03-02 00:00:00'],
    ['2025-01-31', '1d', '2025-02-01 00:00:00'],
  ])('%s plus %s is %s', (date, step, sum) => expect(addPeriodToDate(date, step)).toBe(sum));

  it.each(['30', '1w', 'd', '1.5d', ''])('leaves the date as it is for the step %j', (step) => {
    expect(addPeriodToDate('2025-01-15 10:30:00', step)).toBe('2025-01-15 10:30:00');
  });

  it('answers nothing where an argument is missing', () => {
    expect(addPeriodToDate(undefined, '1d')).toBeUndefined();
    expect(addPeriodToDate('2025-01-15 10:30:00', undefined)).toBeUndefined();
  });

  it('names a bad date and a step too far', () => {
    expect(() => addPeriodToDate('2025-02-30 00:00:00', '1d')).toThrow(/^date: /);
    expect(() => addPeriodToDate('2025-02-20 00:00:00', '999999y')).toThrow(/^step: expected .* years 1000 to 9999/);
  });
});
