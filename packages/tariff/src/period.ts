import { invalidArgument, isAbsent } from './argument.ts';

/** A period taken apart; days and hours are not limited to 29 and 23 (`2.5` is 2 months 50 days). */
export interface Period {
  readonly months: number;
  readonly days: number;
  readonly hours: number;
}

/** A period as text or number, `M.DDHH`: 1.0115 is 1 month 1 day 15 hours, 0.1 is 10 days (domain.md 0). */
export type PeriodInput = string | number;

const PERIOD = /^(\d{1,6})(?:\.(\d{1,4}))?$/;
const MONTHS_MAX = 999_999;
const UNITS_PER_MONTH = 10_000;
const HOURS_PER_DAY = 24;
const DAYS_PER_MONTH = 30;
const TWO_DIGITS_MAX = 99;

/**
 * Takes a period apart.
 * @throws RangeError naming `argument` unless it is `M.DDHH`, not negative, with at most 4 decimals.
 * @example parsePeriod('0.111') // { months: 0, days: 11, hours: 10 }
 */
export function parsePeriod(value: unknown, { argument = 'period' }: { argument?: string } = {}): Period {
  const units = periodToUnits(value, { argument });
  const fraction = units % UNITS_PER_MONTH;
  return { months: Math.floor(units / UNITS_PER_MONTH), days: Math.floor(fraction / 100), hours: fraction % 100 };
}

/** A period as an integer of ten-thousandths, as it is stored and compared: `'1.0115'` → 10115. */
export function periodToUnits(value: unknown, { argument = 'period' }: { argument?: string } = {}): number {
  const match = typeof value === 'string' || typeof value === 'number' ? PERIOD.exec(String(value)) : null;
  if (match === null) throw invalidArgument(argument, 'a period M.DDHH such as 1.0115', value);
  return Number(match[1]) * UNITS_PER_MONTH + Number((match[2] ?? '').padEnd(4, '0'));
}

/** The text `M.DDHH` of a stored period: 10115 → `'1.0115'`. */
export function unitsToPeriod(units: number): string {
  if (!Number.isSafeInteger(units) || units < 0) throw invalidArgument('units', 'a whole number not below 0', units);
  return `${Math.floor(units / UNITS_PER_MONTH)}.${String(units % UNITS_PER_MONTH).padStart(4, '0')}`;
}

/** A stored period as the number that JSON carries: 10115 → 1.0115. */
export function unitsToPeriodNumber(units: number): number {
  return Number(unitsToPeriod(units));
}

/** -1, 0 or 1 by the numeric value: `'0.1'`, `'0.10'` and 0.1 are equal. */
export function comparePeriods(a: PeriodInput, b: PeriodInput): -1 | 0 | 1 {
  const difference = periodToUnits(a, { argument: 'a' }) - periodToUnits(b, { argument: 'b' });
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

/** Carries 24 hours to a day and 30 days to a month. */
export function normalisePeriod({ months, days, hours }: Period): Period {
  const allDays = days + Math.floor(hours / HOURS_PER_DAY);
  return {
    months: months + Math.floor(allDays / DAYS_PER_MONTH),
    days: allDays % DAYS_PER_MONTH,
    hours: hours % HOURS_PER_DAY,
  };
}

/** `M.DDHH` of a period. @throws RangeError naming `period` when its days or hours need more than two digits. */
export function formatPeriod({ months, days, hours }: Period): string {
  if (days > TWO_DIGITS_MAX || hours > TWO_DIGITS_MAX) {
    throw new RangeError(`period: expected at most ${TWO_DIGITS_MAX} days and hours, got ${days} and ${hours}`);
  }
  return `${months}.${String(days).padStart(2, '0')}${String(hours).padStart(2, '0')}`;
}

/** The months that an amount buys as a number. @throws RangeError naming `total` when no period can hold them. */
export function checkMonthsBought(months: bigint): number {
  if (months > MONTHS_MAX) throw new RangeError(`total: expected an amount that buys at most ${MONTHS_MAX} months`);
  return Number(months);
}

/**
 * The sum of periods as `M.DDHH`, 24 hours carried to a day and 30 days to a month (domain.md 2.3);
 * empty values count as nothing.
 * @throws RangeError naming `periods` or the member that is no period.
 * @example addPeriods(['0.2930', '0.0150']) // '1.0308'
 */
export function addPeriods(periods: readonly (PeriodInput | null | undefined)[]): string {
  if (!Array.isArray(periods)) throw invalidArgument('periods', 'an array of periods M.DDHH', periods);
  const sum = { months: 0, days: 0, hours: 0 };
  for (const [index, value] of periods.entries()) {
    if (isAbsent(value)) continue;
    const period = parsePeriod(value, { argument: `periods[${index}]` });
    sum.months += period.months;
    sum.days += period.days;
    sum.hours += period.hours;
  }
  return formatPeriod(normalisePeriod(sum));
}
