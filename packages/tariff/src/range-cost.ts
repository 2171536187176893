import { type Billing, checkBilling, costOf, monthsOf, pricePeriod } from './billing.ts';
import { type DecimalInput, parseDecimalOrZero } from './decimal.ts';
import { parseWall, wholeSeconds } from './local-time.ts';
import { momentOfEpoch, momentOfWall } from './moment.ts';
import { formatCents, fromCents, safeCents } from './money.ts';
import type { PeriodInput } from './period.ts';
import { findZone } from './zone.ts';

export interface RangeCostArguments {
  readonly billing: Billing;
  /** The first second, local time `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  /** The last second, which is included. */
  readonly end: string;
  /** The price of one `period`; absent or 0 makes the total 0. */
  readonly cost?: DecimalInput | null | undefined;
  /** `M.DDHH`; absent means a month. */
  readonly period?: PeriodInput | null | undefined;
  readonly zone: string;
}

export interface RangeCost {
  /** Money, rounded to the cent, as the shortest decimal: `'9713.33'`, `'0.5'`, `'0'`. */
  readonly total: string;
  /** How long the range is: `M.DD` (Honest) or `M.DDHH` (Simpler). */
  readonly months: string;
}

/**
 * What the time from `start` to `end` costs, and how long it is (domain.md 2.4, 2.5 TOTAL; decisions 13, Q9). A range
 * that ends before it starts goes through the same formulas, and so mostly has a negative total.
 * @throws RangeError naming the argument that is wrong.
 * @example rangeCost({ billing: 'Simpler', start: '2017-01-01 00:00:00', end: '2017-01-01 23:59:59', cost: '900',
 *   period: '1', zone: 'UTC' }) // { total: '30', months: '0.0100' }
 */
export function rangeCost({ billing, start, end, cost, period, zone }: RangeCostArguments): RangeCost {
  const rules = checkBilling(billing);
  const clock = findZone(zone);
  const from = momentOfWall(parseWall(start, { argument: 'start' }), clock);
  const to = momentOfWall(parseWall(end, { argument: 'end' }), clock);
  const price = { cost: parseDecimalOrZero(cost, 'cost'), period: pricePeriod(period) };
  return { total: formatCents(costOf(rules, from, to, price, clock)), months: monthsOf(rules, from, to) };
}

/** Instants in milliseconds since 1970 and money in cents, otherwise as in RangeCostArguments. */
export interface RangeCostAtArguments {
  readonly billing: Billing;
  readonly startMs: number;
  readonly endMs: number;
  readonly costCents: number;
  readonly period: PeriodInput;
  readonly zone: string;
}

/** Like rangeCost, between instants. */
export function rangeCostAt({ billing, startMs, endMs, costCents, period, zone }: RangeCostAtArguments): {
  readonly totalCents: number;
  readonly months: string;
} {
  const rules = checkBilling(billing);
  const clock = findZone(zone);
  const from = momentOfEpoch(wholeSeconds(startMs, 'startMs'), clock);
  const to = momentOfEpoch(wholeSeconds(endMs, 'endMs'), clock);
  const price = { cost: fromCents(costCents, 'costCents'), period: pricePeriod(period) };
  return { totalCents: safeCents(costOf(rules, from, to, price, clock)), months: monthsOf(rules, from, to) };
}
