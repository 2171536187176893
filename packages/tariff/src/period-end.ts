import { type Billing, checkBilling, endOf } from './billing.ts';
import { checkWritable, formatWall, parseWall, wholeSeconds } from './local-time.ts';
import { momentOfEpoch, momentOfWall } from './moment.ts';
import { type PeriodInput, parsePeriod } from './period.ts';
import { findZone } from './zone.ts';

export interface PeriodEndArguments {
  readonly billing: Billing;
  /** The first second, local time `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  /** `M.DDHH`. */
  readonly period: PeriodInput;
  /** The time zone of both dates, such as `Europe/London`. */
  readonly zone: string;
}

/**
 * The last second of a period that begins at `start`, as local time (domain.md 2.4, 2.5 END). A period of 0 ends one
 * second before it starts.
 * @throws RangeError naming the argument that is wrong.
 * @example periodEnd({ billing: 'Honest', start: '2019-04-01 01:00:00', period: '1', zone: 'Europe/London' })
 * // '2019-05-01 01:01:59'
 */
export function periodEnd({ billing, start, period, zone }: PeriodEndArguments): string {
  const clock = findZone(zone);
  const from = momentOfWall(parseWall(start, { argument: 'start' }), clock);
  return formatWall(endOf(checkBilling(billing), from, parsePeriod(period), clock).wallSec, 'period');
}

/** Like periodEnd, between instants in milliseconds since 1970. */
export function periodEndAt({
  billing,
  startMs,
  period,
  zone,
}: Omit<PeriodEndArguments, 'start'> & { readonly startMs: number }): number {
  const clock = findZone(zone);
  const from = momentOfEpoch(wholeSeconds(startMs, 'startMs'), clock);
  const end = endOf(checkBilling(billing), from, parsePeriod(period), clock);
  checkWritable(end.wallSec, 'period');
  return end.epochSec * 1000;
}
