import type { Billing } from './billing.ts';
import type { DecimalInput } from './decimal.ts';
import { boughtUnits, chargedQuantity, checkPercent, type DiscountRow, discount, discountedMoney } from './discount.ts';
import { checkCents, safeCents } from './money.ts';
import { type PeriodInput, periodToUnits, unitsToPeriod } from './period.ts';
import { periodEndAt } from './period-end.ts';
import { rangeCostAt } from './range-cost.ts';

export interface WithdrawPriceArguments {
  readonly billing: Billing;
  readonly zone: string;
  /** When the period begins, milliseconds since 1970. */
  readonly startMs: number;
  /** The catalog's price of one `period`. */
  readonly costCents: number;
  readonly period: PeriodInput;
  /** The period bought; absent or 0 means `period`. */
  readonly months?: PeriodInput | null | undefined;
  /** Less than 1 counts as 1. */
  readonly qnt?: DecimalInput | null | undefined;
  /** The percentage to keep, as of an earlier withdraw; absent or 0: computed from the user and the table. */
  readonly discount?: number | null | undefined;
  readonly userDiscount?: number | undefined;
  readonly table?: readonly DiscountRow[] | undefined;
  readonly noDiscount?: boolean | undefined;
  /** The part that is paid with bonus already. */
  readonly bonusCents?: number | undefined;
}

export interface WithdrawPrice {
  readonly totalCents: number;
  /** The period bought, `M.DDHH`. */
  readonly months: string;
  /** The last second of the period. */
  readonly endMs: number;
  readonly discount: number;
  readonly qnt: number;
}

/**
 * The price of a withdraw and the end of the period that it pays (domain.md 2.1). The catalog's cost is the gross
 * price when exactly its period is bought; any other period is valued as a range of time.
 * @throws RangeError naming the argument that is wrong.
 */
export function withdrawPrice(order: WithdrawPriceArguments): WithdrawPrice {
  const periodUnits = periodToUnits(order.period);
  const monthsUnits = boughtUnits(order.months, periodUnits);
  const months = unitsToPeriod(monthsUnits);
  const endMs = periodEndAt({ ...order, period: months });
  const grossCents = monthsUnits === periodUnits ? order.costCents : rangeCostAt({ ...order, endMs }).totalCents;
  const percent = appliedDiscount(order, months);
  const qnt = chargedQuantity(order.qnt);
  const bonusCents = checkCents(order.bonusCents ?? 0, 'bonusCents');
  const totalCents = safeCents(BigInt(discountedMoney(grossCents, percent, qnt)) - BigInt(bonusCents));
  return { totalCents, months, endMs, discount: percent, qnt };
}

function appliedDiscount(order: WithdrawPriceArguments, months: string): number {
  const given = checkPercent(order.discount ?? 0, 'discount');
  return given === 0 || order.noDiscount === true ? discount({ ...order, months }) : given;
}
