import {
  dayOf,
  daysInMonth,
  lastSecondOfMonth,
  monthOf,
  monthStart,
  SECONDS_PER_DAY,
  SECONDS_PER_HOUR,
} from './calendar.ts';
import { type Moment, momentOfEpoch, momentOfWall } from './moment.ts';
import { toCents } from './money.ts';
import { checkMonthsBought, type Period } from './period.ts';
import {
  add,
  divide,
  fraction,
  isPositive,
  isZero,
  multiply,
  type Rational,
  subtract,
  truncate,
  whole,
} from './rational.ts';
import type { Zone } from './zone.ts';

/**
 * Honest billing (domain.md 2.5): calendar months. A month of N days is divided by N × 86400 - 1 seconds, whatever
 * the clocks do in it; the seconds of a range are real ones.
 */

/**
 * The last second of a period that begins at `start`: what has elapsed of the start month, by its clock, is carried
 * over as a fraction into the month that the period leads to.
 */
export function honestEnd(start: Moment, period: Period, zone: Zone): Moment {
  const startMonth = monthOf(start.wallSec);
  const startLength = lastSecondOfMonth(startMonth);
  const restSec = startLength - (start.wallSec - monthStart(startMonth)) || 1;
  const baseWall = monthStart(startMonth + period.months) + shortPartSec(period);
  const endLength = BigInt(lastSecondOfMonth(monthOf(baseWall)));
  const carried = (endLength * BigInt(startLength - restSec)) / BigInt(startLength);
  return momentOfEpoch(zone.epochAt(baseWall) + Number(carried) - 1, zone);
}

/** The price of start..end in cents. */
export function honestCost(start: Moment, end: Moment, cost: Rational, period: Period, zone: Zone): bigint {
  if (period.months === 0) return shortPeriodCost(start, end, cost, period);
  const monthly = monthlyPrice(cost, period);
  const startMonth = monthOf(start.wallSec);
  const endMonth = monthOf(end.wallSec);
  if (startMonth === endMonth) return partCost(startMonth, start, end, monthly);
  const startMonthEnd = momentOfWall(monthStart(startMonth) + lastSecondOfMonth(startMonth), zone);
  const endMonthStart = momentOfWall(monthStart(endMonth), zone);
  const parts = partCost(startMonth, start, startMonthEnd, monthly) + partCost(endMonth, endMonthStart, end, monthly);
  const between = multiply(monthly, whole(BigInt(endMonth - startMonth - 1)));
  return toCents(add(fraction(parts, 100n), between), 'round');
}

/** How much of the calendar start..end is, `M.DD` between the dates of start and of the second after end. */
export function honestMonths(start: Moment, end: Moment): string {
  const after = end.wallSec + 1;
  const startMonth = monthOf(start.wallSec);
  const days = dayOf(after) - dayOf(start.wallSec);
  const months = monthOf(after) - startMonth;
  return days < 0 ? monthsAndDays(months - 1, days + daysInMonth(startMonth)) : monthsAndDays(months, days);
}

/** The period that `total` buys, `M.DD`, when the first of it is the month `reference` (an index, see calendar.ts). */
export function honestPeriodFor(total: Rational, cost: Rational, period: Period, reference: number): string {
  if (!isPositive(total) || !isPositive(cost)) return '0.00';
  const monthly = monthlyPrice(cost, period);
  const months = checkMonthsBought(truncate(divide(total, monthly)));
  const rest = subtract(total, multiply(monthly, whole(BigInt(months))));
  const dayPrice = divide(monthly, whole(BigInt(daysInMonth(reference + months))));
  const days = Number(truncate(divide(rest, dayPrice)));
  return monthsAndDays(months, startsAnotherDay(rest, dayPrice) ? days + 1 : days);
}

/** Whether a rest counts as one day more: the remainder is taken of operands cut to integers (quirk Q10). */
function startsAnotherDay(rest: Rational, dayPrice: Rational): boolean {
  const divisor = truncate(dayPrice);
  if (divisor > 0n) return truncate(rest) % divisor > 0n;
  const days = truncate(divide(rest, dayPrice));
  return !isZero(subtract(rest, multiply(dayPrice, whole(days))));
}

function partCost(month: number, from: Moment, to: Moment, monthly: Rational): bigint {
  const seconds = Math.abs(to.epochSec - from.epochSec);
  return toCents(multiply(monthly, fraction(BigInt(seconds), BigInt(lastSecondOfMonth(month)))), 'round');
}

/** The price of a period without months is that of its own length in real seconds (quirk Q9). */
function shortPeriodCost(start: Moment, end: Moment, cost: Rational, period: Period): bigint {
  const seconds = BigInt(end.epochSec - start.epochSec);
  return toCents(multiply(cost, fraction(seconds, BigInt(shortPartSec(period)))), 'round');
}

/** Days and hours of a period beside months are ignored, and without months the cost stands for a month. */
function monthlyPrice(cost: Rational, { months }: Period): Rational {
  return months > 1 ? divide(cost, whole(BigInt(months))) : cost;
}

function shortPartSec({ days, hours }: Period): number {
  return days * SECONDS_PER_DAY + hours * SECONDS_PER_HOUR;
}

function monthsAndDays(months: number, days: number): string {
  return `${months}.${String(days).padStart(2, '0')}`;
}
