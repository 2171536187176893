import { Fault } from '@countinghouse/contracts';
import {
  addPeriods,
  boughtPeriod,
  periodEndAt,
  periodToUnits,
  rangeCostAt,
  unitsToPeriod,
} from '@countinghouse/tariff';
import type { TariffSettings } from './tariff-settings.ts';

/** The arithmetic of `@countinghouse/tariff` on stored values: instants, cents, ten-thousandths of M.DDHH. */
type Rules = Pick<TariffSettings, 'billing' | 'zone'>;

/** The last second of `months` from `start` on; a period of 0 ends one second before. */
export function endOfPeriod({ billing, zone }: Rules, start: Date, months: number): Date {
  return refusing(
    () => new Date(periodEndAt({ billing, zone, startMs: start.getTime(), period: unitsToPeriod(months) })),
  );
}

export interface UsedTime {
  /** Cents, rounded as domain.md 2.4 and 2.5 say; never below 0. */
  readonly total: number;
  readonly months: number;
}

/** What the time between two instants costs. A price for a period of 0 is a one-off: it counts whole. */
export function costOfTime(
  { billing, zone }: Rules,
  range: { readonly start: Date; readonly end: Date },
  price: { readonly cost: number; readonly period: number },
): UsedTime {
  if (range.end < range.start) return { total: 0, months: 0 };
  if (price.period === 0) return { total: price.cost, months: 0 };
  const { totalCents, months } = refusing(() =>
    rangeCostAt({
      billing,
      zone,
      startMs: range.start.getTime(),
      endMs: range.end.getTime(),
      costCents: price.cost,
      period: unitsToPeriod(price.period),
    }),
  );
  return { total: Math.max(0, totalCents), months: months.startsWith('-') ? 0 : periodToUnits(months) };
}

/** The period that money buys, short periods by their own length (Q9); 0 where it buys none. */
export function periodBought(
  { billing, zone }: Rules,
  totalCents: number,
  price: { readonly cost: number; readonly period: number },
  at: Date,
): number {
  if (totalCents <= 0 || price.cost <= 0 || price.period === 0) return 0;
  const period = unitsToPeriod(price.period);
  const purchase = { billing, zone, totalCents, costCents: price.cost, period, atMs: at.getTime() };
  return periodToUnits(refusing(() => boughtPeriod(purchase)) ?? 0);
}

export function sumOfPeriods(a: number, b: number): number {
  return periodToUnits(addPeriods([unitsToPeriod(a), unitsToPeriod(b)]));
}

/** What the arithmetic cannot reckon with (a period that ends after the year 9999) is the caller's fault. */
function refusing<T>(reckon: () => T): T {
  try {
    return reckon();
  } catch (error) {
    if (error instanceof RangeError) throw new Fault(400, error.message, { cause: error });
    throw error;
  }
}
