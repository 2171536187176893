import { comparePeriods, type PeriodInput, parsePeriod } from './period.ts';
import { type PeriodForMoneyAtArguments, periodForMoneyAt } from './period-for-money.ts';

/**
 * The period that a purchase gets for money, undefined where it is too little for any. Where Honest sells periods
 * shorter than a month, they are valued by their own length in hours, as rangeCost values them (decisions 13, Q9):
 * periodForMoney alone would sell a month at the price of a day.
 */
export function boughtPeriod(purchase: PeriodForMoneyAtArguments): string | undefined {
  const months = periodForMoneyAt(isShort(purchase.period) ? { ...purchase, billing: 'Simpler' } : purchase);
  return comparePeriods(months, 0) > 0 ? months : undefined;
}

function isShort(period: PeriodInput): boolean {
  return parsePeriod(period).months === 0;
}
