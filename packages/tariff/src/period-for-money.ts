import { isAbsent } from './argument.ts';
import { type Billing, checkBilling, periodFor, pricePeriod } from './billing.ts';
import { type DecimalInput, parseDecimalOrZero } from './decimal.ts';
import { parseWall, wholeSeconds } from './local-time.ts';
import { fromCents } from './money.ts';
import type { PeriodInput } from './period.ts';
import { findZone } from './zone.ts';

export interface PeriodForMoneyArguments {
  readonly billing: Billing;
  /** The money that is spent; absent, 0 or less buys nothing. */
  readonly total?: DecimalInput | null | undefined;
  /** The price of one `period`; absent, 0 or less sells nothing. */
  readonly cost?: DecimalInput | null | undefined;
  /** `M.DDHH`; absent means a month. */
  readonly period?: PeriodInput | null | undefined;
  /** When the time begins, local time `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD`; Honest needs it. */
  readonly at?: string | null | undefined;
  readonly zone: string;
}

/**
 * The period that `total` buys: `M.DDHH` (Simpler) or `M.DD` (Honest, which sells whole days); the rules are in
 * domain.md 2.4 and 2.5 PERIOD_BY_TOTAL and decisions 13, Q10.
 * @throws RangeError naming the argument that is wrong.
 * @example periodForMoney({ billing: 'Simpler', total: '250', cost: '1000', period: '1', zone: 'UTC' }) // '0.0712'
 */
export function periodForMoney({ billing, total, cost, period, at, zone }: PeriodForMoneyArguments): string {
  findZone(zone);
  const wallSec = isAbsent(at) ? undefined : parseWall(at, { argument: 'at', dateOnly: true });
  const price = { cost: parseDecimalOrZero(cost, 'cost'), period: pricePeriod(period) };
  return periodFor(checkBilling(billing), parseDecimalOrZero(total, 'total'), price, wallSec);
}

/** The instant in milliseconds since 1970 and money in cents, otherwise as in PeriodForMoneyArguments. */
export interface PeriodForMoneyAtArguments {
  readonly billing: Billing;
  readonly totalCents: number;
  readonly costCents: number;
  readonly period: PeriodInput;
  readonly atMs: number;
  readonly zone: string;
}

/** Like periodForMoney, at an instant. */
export function periodForMoneyAt(purchase: PeriodForMoneyAtArguments): string {
  const wallSec = findZone(purchase.zone).wallAt(wholeSeconds(purchase.atMs, 'atMs'));
  const price = { cost: fromCents(purchase.costCents, 'costCents'), period: pricePeriod(purchase.period) };
  return periodFor(checkBilling(purchase.billing), fromCents(purchase.totalCents, 'totalCents'), price, wallSec);
}
