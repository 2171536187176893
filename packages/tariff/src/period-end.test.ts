import { describe, expect, it } from 'vitest';
import { formatLocal, type PeriodEndArguments, parseLocal, periodEnd, periodEndAt } from './index.ts';

type Story = [name: string, start: string, period: string, end: string, zone?: string];

const SIMPLER: Story[] = [
  ['SE1 January', '2017-01-01 00:00:00', '1', '2017-01-30 23:59:59'],
  ['SE2 July', '2017-07-02 00:00:00', '1', '2017-07-31 23:59:59'],
  ['SE3 February at midnight', '2017-02-01 00:00:00', '1', '2017-03-02 23:59:59'],
  ['SE3 February a second later', '2017-02-01 00:00:01', '1', '2017-03-03 00:00:00'],
  ['SE4 within a day', '2017-01-10 12:33:00', '1', '2017-02-09 12:32:59'],
  ['SE5 two months', '2017-01-01 00:00:00', '2', '2017-03-01 23:59:59'],
  ['SE5 three months', '2017-01-01 00:00:00', '3', '2017-03-31 23:59:59'],
  ['SE6 from 5 February', '2017-02-05 00:00:00', '1', '2017-03-06 23:59:59'],
  ['SE6 from 27 February', '2017-02-27 00:00:00', '1', '2017-03-28 23:59:59'],
  ['SE8 ten days, one digit', '2017-01-01 00:00:00', '0.1', '2017-01-10 23:59:59'],
  ['SE8 ten days, two digits', '2017-01-01 00:00:00', '0.10', '2017-01-10 23:59:59'],
  ['SE8 ten days and an hour', '2017-01-01 00:00:00', '0.1001', '2017-01-11 00:59:59'],
  ['SE9 a day', '2017-01-01 00:00:00', '0.01', '2017-01-01 23:59:59'],
  ['SE9 a day and an hour', '2017-01-01 00:00:00', '0.0101', '2017-01-02 00:59:59'],
  ['SE9 an hour', '2017-01-01 00:00:00', '0.0001', '2017-01-01 00:59:59'],
  ['SE9 ten hours', '2017-01-01 00:00:00', '0.0010', '2017-01-01 09:59:59'],
  ['SE11 a month and a half in a leap year', '2024-01-01 00:00:00', '1.15', '2024-02-14 23:59:59'],
  ['SE12 nothing', '2024-05-05 10:00:00', '0', '2024-05-05 09:59:59'],
  ['into the next year', '2023-12-31 12:00:00', '1.0115', '2024-02-01 02:59:59'],
  ['days and hours without limit', '2024-01-01 00:00:00', '0.5959', '2024-03-02 10:59:59'],
  ['clocks going forward do not matter', '2024-03-20 00:00:00', '1', '2024-04-18 23:59:59', 'Europe/Berlin'],
  ['an end that the clocks skip', '2024-03-01 02:30:01', '1', '2024-03-31 02:30:00', 'Europe/Berlin'],
];

const HONEST: Story[] = [
  ['HE1 January', '2017-01-01 00:00:00', '1', '2017-01-31 23:59:59'],
  ['HE1 July', '2017-07-01 00:00:00', '1', '2017-07-31 23:59:59'],
  ['HE1 from 2 July', '2017-07-02 00:00:00', '1', '2017-08-01 23:59:59'],
  ['HE2 February', '2017-02-01 00:00:00', '1', '2017-02-28 23:59:59'],
  ['HE2 February a second later', '2017-02-01 00:00:01', '1', '2017-03-01 00:00:00'],
  ['HE3 the elapsed share of January carries into February', '2017-01-10 12:33:00', '1', '2017-02-09 14:25:55'],
  ['HE4 two months', '2017-01-01 00:00:00', '2', '2017-02-28 23:59:59'],
  ['HE4 three months', '2017-01-01 00:00:00', '3', '2017-03-31 23:59:59'],
  ['HE6 from late March', '2017-03-29 18:51:25', '1', '2017-04-28 20:34:15'],
  ['HE6 from late April', '2017-04-28 20:34:16', '1', '2017-05-29 18:51:23'],
  ['HE7 ten days', '2017-01-01 00:00:00', '0.1', '2017-01-10 23:59:59'],
  ['HE7 a day', '2017-01-01 00:00:00', '0.01', '2017-01-01 23:59:59'],
  ['HE7 a day and an hour', '2017-01-01 00:00:00', '0.0101', '2017-01-02 00:59:59'],
  ['HE9 a year', '2025-10-11 06:37:40', '12', '2026-10-11 06:37:39'],
  ['HE10 from the last day of January', '2024-01-31 00:00:00', '1', '2024-02-29 01:32:53'],
  ['HE10 from the leap day', '2024-02-29 12:00:00', '1', '2024-03-31 11:10:19'],
  ['HE10 from the leap day, a year', '2024-02-29 12:00:00', '12', '2025-02-28 12:24:48'],
  ['HE13 two months, days and hours', '2024-06-30 12:00:00', '2.0512', '2024-09-05 23:35:59'],
  ['HE13 a month and a half', '2024-01-01 00:00:00', '1.15', '2024-02-15 23:59:59'],
  ['HE14 London in summer', '2019-04-01 01:00:00', '1', '2019-05-01 01:01:59', 'Europe/London'],
  ['A1 London, a month and a half', '2019-04-01 01:00:00', '1.1500', '2019-05-16 01:01:59', 'Europe/London'],
  ['PP1 London, sixteen days', '2019-11-01 00:58:02', '0.16', '2019-11-17 00:58:01', 'Europe/London'],
  ['L1 a month from the first of February at noon', '2017-02-01 13:14:01', '1', '2017-03-01 14:39:04'],
  ['L1 the renewal of 2017-01-31 23:59:59', '2017-01-31 23:59:59', '1', '2017-02-28 23:59:57'],
  ['L3 paid on 2 March', '2017-03-02 12:00:00', '1', '2017-04-02 10:50:18'],
  ['nothing', '2017-03-02 12:00:00', '0', '2017-03-02 11:59:59'],
  ['from December into February', '2023-12-16 00:00:00', '2', '2024-02-15 00:46:26'],
  [
    'the elapsed time is real where the clocks go forward',
    '2024-02-29 12:00:00',
    '1',
    '2024-03-31 12:10:19',
    'Europe/Berlin',
  ],
  [
    'the elapsed time is real where the clocks go back',
    '2024-09-30 12:00:00',
    '1',
    '2024-10-31 10:35:59',
    'Europe/London',
  ],
  [
    'the wall clock counts in the month of the change',
    '2024-03-31 12:00:00',
    '1',
    '2024-04-30 12:23:12',
    'Europe/Berlin',
  ],
];

function end(billing: PeriodEndArguments['billing'], [, start, period, , zone = 'UTC']: Story): string {
  return periodEnd({ billing, start, period, zone });
}

describe('periodEnd of Simpler', () => {
  it.each(SIMPLER)('%s', (...story) => expect(end('Simpler', story)).toBe(story[3]));
});

describe('periodEnd of Honest', () => {
  it.each(HONEST)('%s', (...story) => expect(end('Honest', story)).toBe(story[3]));
});

describe('periodEndAt', () => {
  it('agrees with periodEnd and drops parts of a second', () => {
    const zone = 'Europe/London';
    const startMs = parseLocal('2019-04-01 01:00:00', zone) + 999;
    const endMs = periodEndAt({ billing: 'Honest', startMs, period: 1, zone });
    expect(formatLocal(endMs, zone)).toBe('2019-05-01 01:01:59');
    expect(endMs % 1000).toBe(0);
  });
});

describe('periodEnd names the bad argument', () => {
  const good = { billing: 'Honest', start: '2019-01-01 00:00:00', period: '1', zone: 'UTC' } as const;
  it.each([
    ['billing', 'honest'],
    ['billing', undefined],
    ['start', '2019-02-30 00:00:00'],
    ['start', '2019-01-01'],
    ['start', '2019-01-01 24:00:00'],
    ['start', undefined],
    ['period', '1.01150'],
    ['period', '-1'],
    ['period', ''],
    ['period', 'month'],
    ['period', Number.NaN],
    ['period', '999999'],
    ['zone', 'Europe/Londn'],
    ['zone', ''],
    ['zone', undefined],
  ])('%s: %j', (argument, value) => {
    const wrong = { ...good, [argument]: value };
    expect(() => periodEnd(wrong)).toThrow(RangeError);
    expect(() => periodEnd(wrong)).toThrow(new RegExp(`^${argument}: expected `));
  });
});
