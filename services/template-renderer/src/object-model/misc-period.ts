import { textOf } from './arguments.ts';

/** A period `M.DDHH`: months, two digits of days, two of hours (domain.md 2.1). */
interface Period {
  readonly months: number;
  readonly days: number;
  readonly hours: number;
}

const HOURS_PER_DAY = 24;
const DAYS_PER_MONTH = 30;

/** Undefined for what is no period; nothing is none at all. */
function periodOf(value: unknown): Period | undefined {
  if (value === undefined || value === null || value === '') return { months: 0, days: 0, hours: 0 };
  const parts = /^(\d{1,6})(?:\.(\d{1,4}))?$/.exec(textOf(value));
  if (!parts) return undefined;
  const fraction = (parts[2] ?? '').padEnd(4, '0');
  return { months: Number(parts[1]), days: Number(fraction.slice(0, 2)), hours: Number(fraction.slice(2)) };
}

/** `misc.parse_period(p)`: a hash of months, days and hours. */
export function parsePeriod(value: unknown): object | undefined {
  const period = periodOf(value);
  return period && Object.assign(Object.create(null), period);
}

/** `misc.sum_period(a, b, …)`: 24 hours are a day, 30 days a month (domain.md 2.1); undefined where one is no period. */
export function sumPeriod(...values: unknown[]): string | undefined {
  const periods = values.flat().map(periodOf);
  if (!periods.every((period) => period !== undefined)) return undefined;
  const sum = (part: keyof Period) => periods.reduce((all, period) => all + period[part], 0);
  const hours = sum('hours');
  const days = sum('days') + Math.floor(hours / HOURS_PER_DAY);
  const months = sum('months') + Math.floor(days / DAYS_PER_MONTH);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${months}.${two(days % DAYS_PER_MONTH)}${two(hours % HOURS_PER_DAY)}`;
}
