import { invalidArgument } from './argument.ts';
import type { Billing } from './billing.ts';
import { boughtPeriod } from './bought-period.ts';
import { discountedMoney } from './discount.ts';
import { checkCents } from './money.ts';
import { addPeriods, comparePeriods, type PeriodInput } from './period.ts';
import { periodEndAt } from './period-end.ts';

export interface AddedTimeArguments {
  readonly billing: Billing;
  readonly zone: string;
  /** The money spent, more than 0. */
  readonly amountCents: number;
  /** When it is spent, milliseconds since 1970. */
  readonly atMs: number;
  /** The period of the catalog's price. */
  readonly period: PeriodInput;
  /** The current withdraw, whose period grows. */
  readonly withdraw: {
    readonly costCents: number;
    readonly discount: number;
    readonly months: PeriodInput;
    readonly totalCents: number;
    readonly startMs: number;
  };
}

/** The withdraw after time was added, and what the balance is charged. */
export interface AddedTime {
  readonly chargeCents: number;
  readonly totalCents: number;
  readonly months: string;
  readonly endMs: number;
}

/**
 * Time added to a running period for an amount of money (domain.md 2.11), undefined where it buys none.
 * @throws RangeError naming the argument that is wrong.
 */
export function addTimeForMoney(purchase: AddedTimeArguments): AddedTime | undefined {
  const { billing, zone, period, atMs, withdraw } = purchase;
  const amountCents = checkCents(purchase.amountCents, 'amountCents');
  if (amountCents <= 0) throw invalidArgument('amountCents', 'an amount above 0', amountCents);
  if (comparePeriods(period, 0) === 0) return undefined;
  const costCents = discountedMoney(withdraw.costCents, withdraw.discount);
  const extra = boughtPeriod({ billing, zone, atMs, period, costCents, totalCents: amountCents });
  if (extra === undefined) return undefined;
  const months = addPeriods([withdraw.months, extra]);
  return {
    chargeCents: amountCents,
    totalCents: withdraw.totalCents + amountCents,
    months,
    endMs: periodEndAt({ billing, startMs: withdraw.startMs, period: months, zone }),
  };
}
