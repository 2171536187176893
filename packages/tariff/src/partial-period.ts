import type { Billing } from './billing.ts';
import { boughtPeriod } from './bought-period.ts';
import { availableBonus, type BonusRule } from './payment.ts';
import { comparePeriods, type PeriodInput } from './period.ts';

export interface PartialPeriodArguments {
  readonly billing: Billing;
  readonly zone: string;
  /** When the period begins, milliseconds since 1970. */
  readonly atMs: number;
  readonly balanceCents: number;
  /** The user's whole bonus. */
  readonly bonusCents: number;
  readonly service: BonusRule | undefined;
  readonly costCents: number;
  readonly period: PeriodInput;
}

/**
 * The part of a period that balance and bonus pay together, where a whole one is not affordable; credit, discount and
 * quantity do not count (domain.md 2.8). Undefined where there is no money or it buys no time (decisions 13, Q5).
 */
export function partialPeriod(
  renewal: PartialPeriodArguments,
): { readonly totalCents: number; readonly months: string } | undefined {
  const { balanceCents, bonusCents, service, period } = renewal;
  const totalCents = balanceCents + availableBonus({ bonusCents, amountCents: balanceCents, service });
  if (totalCents <= 0 || comparePeriods(period, 0) === 0) return undefined;
  const months = boughtPeriod({ ...renewal, totalCents });
  return months === undefined ? undefined : { totalCents, months };
}
