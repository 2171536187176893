import { SECONDS_PER_HOUR } from './calendar.ts';
import { type Moment, momentOfWall } from './moment.ts';
import { toCents } from './money.ts';
import { checkMonthsBought, formatPeriod, normalisePeriod, type Period } from './period.ts';
import { divide, fraction, isPositive, multiply, type Rational, truncate, whole } from './rational.ts';
import type { Zone } from './zone.ts';

/**
 * Simpler billing (domain.md 2.4): a month is 30 days of 24 hours, on the calendar, as if clocks were never changed.
 */

const HOURS_PER_MONTH = 720;
const MINUTES_PER_MONTH = 43_200n;
const SECONDS_PER_MINUTE = 60;

/** The last second of a period that begins at `start`. */
export function simplerEnd(start: Moment, period: Period, zone: Zone): Moment {
  return momentOfWall(start.wallSec + hoursOf(period) * SECONDS_PER_HOUR - 1, zone);
}

/** The price of start..end, both included, in cents: whole minutes only. */
export function simplerCost(start: Moment, end: Moment, cost: Rational, period: Period): bigint {
  const minutes = Math.trunc(lengthSec(start, end) / SECONDS_PER_MINUTE);
  return toCents(multiply(monthlyPrice(cost, period), fraction(BigInt(minutes), MINUTES_PER_MONTH)), 'round');
}

/** How much of the calendar start..end is, `M.DDHH` of whole hours. */
export function simplerMonths(start: Moment, end: Moment): string {
  const seconds = lengthSec(start, end);
  const hours = Math.floor(Math.abs(seconds) / SECONDS_PER_HOUR);
  const text = formatPeriod(normalisePeriod({ months: 0, days: 0, hours }));
  return seconds < 0 && hours > 0 ? `-${text}` : text;
}

/** The period that `total` buys, `M.DDHH`; a started hour counts when a whole minute of it is bought. */
export function simplerPeriodFor(total: Rational, cost: Rational, period: Period): string {
  if (!isPositive(total) || !isPositive(cost)) return '0.0000';
  const minutes = truncate(multiply(divide(total, monthlyPrice(cost, period)), whole(MINUTES_PER_MONTH)));
  const hours = minutes / 60n + (minutes % 60n > 0n ? 1n : 0n);
  checkMonthsBought(hours / BigInt(HOURS_PER_MONTH));
  return formatPeriod(normalisePeriod({ months: 0, days: 0, hours: Number(hours) }));
}

/** cost × 720 / hours of the period, which for whole months is cost / months. */
function monthlyPrice(cost: Rational, period: Period): Rational {
  return multiply(cost, fraction(BigInt(HOURS_PER_MONTH), BigInt(hoursOf(period))));
}

function hoursOf({ months, days, hours }: Period): number {
  return months * HOURS_PER_MONTH + days * 24 + hours;
}

function lengthSec(start: Moment, end: Moment): number {
  return end.wallSec + 1 - start.wallSec;
}
