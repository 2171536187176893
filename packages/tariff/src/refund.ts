import type { Billing } from './billing.ts';
import type { DecimalInput } from './decimal.ts';
import { chargedQuantity, discountedMoney } from './discount.ts';
import { checkCents } from './money.ts';
import { type PeriodInput, periodToUnits } from './period.ts';
import { rangeCostAt } from './range-cost.ts';

/** A price and the time from which it counts. */
export interface UsedValueArguments {
  readonly billing: Billing;
  readonly zone: string;
  readonly costCents: number;
  readonly period: PeriodInput;
  /** The percentage applied to the withdraw. */
  readonly discount: number;
  readonly qnt: DecimalInput;
  /** When the period began (withdraw_date), milliseconds since 1970. */
  readonly startMs: number;
  readonly atMs: number;
}

/**
 * What has been used of a withdraw until `atMs`: round((gross − discount) × qnt) with gross as rangeCost rounds it
 * (domain.md 2.9; decisions 13, Q1 and Q2), and how long that is. Before the start it is nothing, and never below 0.
 */
export function usedValue(use: UsedValueArguments): { readonly usedCents: number; readonly months: string } {
  const { totalCents, months } = rangeCostAt({ ...use, endMs: Math.max(use.atMs, use.startMs) });
  const usedCents = discountedMoney(totalCents, use.discount, chargedQuantity(use.qnt));
  return { usedCents: Math.max(0, usedCents), months };
}

/** A paid withdraw as a refund sees it; money in cents, instants in milliseconds since 1970. */
export interface PaidWithdraw {
  readonly costCents: number;
  readonly discount: number;
  readonly qnt: DecimalInput;
  readonly months: string;
  /** The part that was paid with money. */
  readonly totalCents: number;
  /** The part that was paid with bonus. */
  readonly bonusCents: number;
  readonly createdMs: number;
  /** withdraw_date; null while unpaid. */
  readonly startMs: number | null;
  /** end_date; null while unpaid. */
  readonly endMs: number | null;
}

export interface RefundArguments {
  readonly billing: Billing;
  readonly zone: string;
  readonly withdraw: PaidWithdraw;
  /** The period of the catalog's price; a period of 0 is a one-off, of which nothing is given back (Q19). */
  readonly period: PeriodInput;
  readonly atMs: number;
  /** The service's `allow_return_full_wd`. */
  readonly fullReturn?: boolean | undefined;
  /** The service's `no_money_back`. */
  readonly noMoneyBack?: boolean | undefined;
}

/** What goes back to the user, and what the withdraw becomes. */
export interface Refund {
  readonly moneyCents: number;
  readonly bonusCents: number;
  readonly withdraw: {
    readonly totalCents: number;
    readonly bonusCents: number;
    readonly months: string;
    readonly endMs: number;
  };
}

/**
 * The refund of the unused part of a withdraw at a moment, undefined where nothing is to be done (domain.md 2.9;
 * decisions 13, Q1 to Q3). Bonus is kept for the use before money is; nothing is refunded beyond what was paid.
 */
export function refund(request: RefundArguments): Refund | undefined {
  const { billing, zone, withdraw, period, atMs } = request;
  const paid = {
    money: checkCents(withdraw.totalCents, 'totalCents'),
    bonus: checkCents(withdraw.bonusCents, 'bonusCents'),
  };
  const { startMs } = withdraw;
  if (startMs === null || request.noMoneyBack === true || !isRunning(withdraw, atMs)) return undefined;
  if (request.fullReturn === true) return refundKeeping(paid, { money: 0, bonus: 0 }, withdraw.months, atMs);
  if (periodToUnits(period) === 0) return undefined;
  const { costCents, discount, qnt } = withdraw;
  const { usedCents, months } = usedValue({ billing, zone, costCents, period, discount, qnt, startMs, atMs });
  return refundKeeping(paid, keptOf(paid, usedCents), months, atMs);
}

interface Parts {
  readonly money: number;
  readonly bonus: number;
}

function isRunning({ createdMs, endMs }: PaidWithdraw, atMs: number): boolean {
  return endMs !== null && endMs > atMs && createdMs <= atMs;
}

/** What stays paid for the use: money alone where it suffices, otherwise the bonus first and money for the rest. */
function keptOf(paid: Parts, usedCents: number): Parts {
  if (usedCents <= paid.money) return { money: usedCents, bonus: 0 };
  const bonus = Math.max(0, Math.min(paid.bonus, usedCents));
  return { money: Math.max(0, Math.min(paid.money, usedCents - bonus)), bonus };
}

function refundKeeping(paid: Parts, kept: Parts, months: string, endMs: number): Refund {
  return {
    moneyCents: Math.max(0, paid.money - kept.money),
    bonusCents: Math.max(0, paid.bonus - kept.bonus),
    withdraw: { totalCents: kept.money, bonusCents: kept.bonus, months, endMs },
  };
}
