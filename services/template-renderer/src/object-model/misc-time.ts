import { hashOf, textOf } from './arguments.ts';
import { durationText } from './duration-text.ts';
import type { Render } from './render.ts';

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;

const pad = (value: number, size = 2): string => String(value).padStart(size, '0');

/** `YYYY-MM-DD HH:MM:SS` in the process's zone. */
function dateText(date: Date): string {
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** Epoch seconds, or a date with or without a time; undefined for anything else. */
function dateOf(value: unknown): Date | undefined {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{1,11}$/.test(value))) {
    return new Date(Number(value) * 1000);
  }
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?/.exec(typeof value === 'string' ? value : '');
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return new Date(year, month - 1, day, hour, minute, second);
}

/** Calendar units; days beyond the end of a month go on into the next (`2024-01-31` and a month is 2 March). */
function added(date: Date, units: Readonly<Record<string, unknown>>): Date {
  const unit = (...names: string[]) => names.reduce((sum, name) => sum + (Number(units[name] ?? 0) || 0), 0);
  return new Date(
    date.getFullYear() + unit('year', 'years'),
    date.getMonth() + unit('month', 'months'),
    date.getDate() + unit('day', 'days') + 7 * unit('week', 'weeks'),
    date.getHours() + unit('hour', 'hours'),
    date.getMinutes() + unit('min', 'minute', 'minutes'),
    date.getSeconds() + unit('sec', 'second', 'seconds'),
  );
}

const PERIOD_UNITS: Readonly<Record<string, string>> = {
  y: 'years',
  m: 'months',
  w: 'weeks',
  d: 'days',
  h: 'hours',
  H: 'hours',
  M: 'minutes',
};

/** `1m`, `2d3H`: a number and a unit each; `m` is a month, `M` a minute (domain.md 2.1). */
function periodUnits(period: unknown): Record<string, number> {
  const units: Record<string, number> = {};
  for (const [, amount, unit = ''] of textOf(period).matchAll(/(-?\d+)\s*([ymwdhHM])/g)) {
    const name = PERIOD_UNITS[unit] as string;
    units[name] = (units[name] ?? 0) + Number(amount);
  }
  return units;
}

/** Dates and times of `misc`; now is the business clock. */
export function timeFunctions(render: Render): Functions {
  const orNow = (value: unknown): Date | undefined =>
    value === undefined || value === '' ? render.context.now : dateOf(value);
  const dated = (change: (date: Date) => Date) => (value?: unknown) => {
    const date = orNow(value);
    return date && dateText(change(date));
  };
  return {
    now: () => dateText(render.context.now),
    time: () => Math.floor(render.context.now.getTime() / 1000),
    string_to_utime: (value) => {
      const date = orNow(value);
      return date && Math.floor(date.getTime() / 1000);
    },
    utime_to_string: (value) => {
      const date = orNow(value);
      return date && dateText(date);
    },
    add_date_time: (value, units) => {
      const date = orNow(value);
      return date && dateText(added(date, hashOf(units) ?? {}));
    },
    add_period: (value, period) => {
      const date = orNow(value);
      return date && dateText(added(date, periodUnits(period)));
    },
    start_of_day: dated((date) => new Date(date.getFullYear(), date.getMonth(), date.getDate())),
    end_of_day: dated((date) => new Date(date.getFullYear(), date.getMonth(), date.getDate(), 23, 59, 59)),
    start_of_month: dated((date) => new Date(date.getFullYear(), date.getMonth(), 1)),
    end_of_month: dated((date) => new Date(date.getFullYear(), date.getMonth() + 1, 0, 23, 59, 59)),
    days_in_months: (value) => {
      const date = orNow(value);
      return date && new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
    },
    format_time_diff: (from, to) => {
      const seconds = to === undefined ? secondsTo(from, render.context.now) : secondsBetween(dateOf(from), dateOf(to));
      return seconds === undefined ? undefined : durationText(Math.abs(seconds));
    },
    parse_date: (value) => {
      const date = orNow(value);
      return date && parts(date);
    },
  };
}

function parts(date: Date): object {
  return Object.assign(Object.create(null), {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    min: date.getMinutes(),
    sec: date.getSeconds(),
  });
}

/** A number is a duration in seconds already; a date is as far away as it is from now. */
function secondsTo(value: unknown, now: Date): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,11}$/.test(value));
  return isNumber ? Math.trunc(Number(value)) : secondsBetween(dateOf(value), now);
}

function secondsBetween(from: Date | undefined, to: Date | undefined): number | undefined {
  return from && to && Math.floor(to.getTime() / 1000) - Math.floor(from.getTime() / 1000);
}
