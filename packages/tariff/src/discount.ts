import { invalidArgument } from './argument.ts';
import { type DecimalInput, parseDecimal } from './decimal.ts';
import { fromCents, safeCents, toCents } from './money.ts';
import { type PeriodInput, periodToUnits } from './period.ts';
import { fraction, multiply } from './rational.ts';

/** A row of the discount table: from `months` bought on, `percent` off. */
export interface DiscountRow {
  readonly months: PeriodInput;
  readonly percent: number;
}

export interface DiscountArguments {
  /** The personal discount of the user, percent. */
  readonly userDiscount?: number | undefined;
  /** The period that the catalog's price is for. */
  readonly period: PeriodInput;
  /** The period that is bought; absent or 0 means `period`. */
  readonly months?: PeriodInput | null | undefined;
  readonly table?: readonly DiscountRow[] | undefined;
  /** The service takes no discount. */
  readonly noDiscount?: boolean | undefined;
}

const PERIOD_UNITS_WITHOUT_TABLE = 20_000;
const PERCENT_MAX = 100;

/**
 * The discount in percent: the personal one, and for a service with a period below 2 months the one of the table for
 * the period bought; at most 100 (domain.md 2.2).
 * @throws RangeError naming the argument that is wrong.
 */
export function discount({ userDiscount = 0, period, months, table = [], noDiscount }: DiscountArguments): number {
  const personal = checkPercent(userDiscount, 'userDiscount');
  const periodUnits = periodToUnits(period);
  if (noDiscount === true) return 0;
  const byPeriod = periodUnits < PERIOD_UNITS_WITHOUT_TABLE ? tablePercent(table, boughtUnits(months, periodUnits)) : 0;
  return Math.min(personal + byPeriod, PERCENT_MAX);
}

/** The bought period in units; absent, empty or 0 means the catalog's own period. */
export function boughtUnits(months: PeriodInput | null | undefined, periodUnits: number): number {
  if (months === undefined || months === null || months === '') return periodUnits;
  return periodToUnits(months, { argument: 'months' }) || periodUnits;
}

/** round((gross − gross × percent / 100) × qnt), in cents. */
export function discountedMoney(grossCents: number, percent: number, qnt: DecimalInput = 1): number {
  const rest = fraction(BigInt(PERCENT_MAX - checkPercent(percent, 'discount')), BigInt(PERCENT_MAX));
  const each = multiply(fromCents(grossCents, 'grossCents'), rest);
  return safeCents(toCents(multiply(each, parseDecimal(qnt, 'qnt')), 'round'));
}

/** A quantity as it is charged: less than 1 counts as 1. @throws RangeError naming `qnt`. */
export function chargedQuantity(qnt: DecimalInput | null | undefined): number {
  if (qnt === undefined || qnt === null) return 1;
  parseDecimal(qnt, 'qnt');
  return Math.max(1, Number(qnt));
}

/** @throws RangeError naming `argument` unless it is a whole percentage. */
export function checkPercent(percent: number, argument: string): number {
  if (Number.isInteger(percent) && percent >= 0 && percent <= PERCENT_MAX) return percent;
  throw invalidArgument(argument, 'a whole number of percent from 0 to 100', percent);
}

function tablePercent(table: readonly DiscountRow[], months: number): number {
  let best = { months: -1, percent: 0 };
  for (const [index, row] of table.entries()) {
    const from = periodToUnits(row.months, { argument: `table[${index}].months` });
    const percent = checkPercent(row.percent, `table[${index}].percent`);
    if (from <= months && from > best.months) best = { months: from, percent };
  }
  return best.percent;
}
