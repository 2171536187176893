import type { PeriodDiscount } from '../tariff/tariff-settings.ts';

/** Only services of periods below two months get a discount for buying many months. */
const PERIOD_MAX = 20_000;
const PERCENT_MAX = 100;

/** The user's discount, and for short periods that of the most months that are reached (domain.md 2.2). */
export function discountPercent(
  userDiscount: number,
  bought: { readonly period: number; readonly months: number },
  discounts: readonly PeriodDiscount[],
): number {
  const ofPeriod = bought.period < PERIOD_MAX ? discountOfMonths(bought.months, discounts) : 0;
  return Math.min(PERCENT_MAX, userDiscount + ofPeriod);
}

function discountOfMonths(months: number, discounts: readonly PeriodDiscount[]): number {
  const reached = discounts.filter((row) => row.months <= months).sort((a, b) => b.months - a.months);
  return reached[0]?.percent ?? 0;
}
