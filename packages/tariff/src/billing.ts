import { invalidArgument } from './argument.ts';
import { monthOf } from './calendar.ts';
import { honestCost, honestEnd, honestMonths, honestPeriodFor } from './honest.ts';
import type { Moment } from './moment.ts';
import { type Period, parsePeriod } from './period.ts';
import { isZero, type Rational } from './rational.ts';
import { simplerCost, simplerEnd, simplerMonths, simplerPeriodFor } from './simpler.ts';
import type { Zone } from './zone.ts';

/** How time is billed: by months of 30 days (Simpler) or by calendar months (Honest). */
export type Billing = 'Simpler' | 'Honest';

/** @throws RangeError naming `billing`. */
export function checkBilling(value: unknown): Billing {
  if (value === 'Simpler' || value === 'Honest') return value;
  throw invalidArgument('billing', "'Simpler' or 'Honest'", value);
}

/** The last second of a period. */
export function endOf(billing: Billing, start: Moment, period: Period, zone: Zone): Moment {
  return billing === 'Honest' ? honestEnd(start, period, zone) : simplerEnd(start, period, zone);
}

/** The price in cents of start..end, both included. @throws RangeError naming `period` when it is 0. */
export function costOf(
  billing: Billing,
  start: Moment,
  end: Moment,
  price: { readonly cost: Rational; readonly period: Period },
  zone: Zone,
): bigint {
  const { cost, period } = price;
  if (isZero(cost)) return 0n;
  checkNotEmpty(period);
  return billing === 'Honest' ? honestCost(start, end, cost, period, zone) : simplerCost(start, end, cost, period);
}

/** The length of start..end in the calendar of the billing, `M.DD` or `M.DDHH`. */
export function monthsOf(billing: Billing, start: Moment, end: Moment): string {
  return billing === 'Honest' ? honestMonths(start, end) : simplerMonths(start, end);
}

/** The period that `total` buys at `wallSec`. @throws RangeError naming `period` when it is 0, or `at` for Honest. */
export function periodFor(
  billing: Billing,
  total: Rational,
  price: { readonly cost: Rational; readonly period: Period },
  wallSec: number | undefined,
): string {
  const { cost, period } = price;
  if (isZero(total) || isZero(cost)) return billing === 'Honest' ? '0.00' : '0.0000';
  checkNotEmpty(period);
  if (billing === 'Simpler') return simplerPeriodFor(total, cost, period);
  if (wallSec === undefined) throw invalidArgument('at', 'the local time of the purchase for Honest billing', wallSec);
  return honestPeriodFor(total, cost, period, monthOf(wallSec));
}

/** The period that a price is for: a month when none is given. @throws RangeError naming `period`. */
export function pricePeriod(value: unknown): Period {
  return value === undefined || value === null ? { months: 1, days: 0, hours: 0 } : parsePeriod(value);
}

function checkNotEmpty({ months, days, hours }: Period): void {
  if (months + days + hours === 0) throw invalidArgument('period', 'a period longer than 0', 0);
}
