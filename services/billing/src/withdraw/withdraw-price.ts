import { multiplyMoney } from '@countinghouse/tariff';
import type { Account } from '../account/account-document.ts';
import type { Tariff } from '../tariff/tariff.ts';
import type { TariffSettings } from '../tariff/tariff-settings.ts';
import { costOfTime, endOfPeriod } from '../tariff/time-arithmetic.ts';
import { discountPercent } from './discount-percent.ts';

/** What is wanted; absent members come from the catalogue. Cents and ten-thousandths. */
export interface WithdrawTerms {
  readonly cost?: number | undefined;
  readonly months?: number | undefined;
  readonly qnt?: number | undefined;
  readonly discount?: number | undefined;
  readonly bonus?: number | undefined;
}

export interface WithdrawPrice {
  readonly cost: number;
  readonly months: number;
  readonly qnt: number;
  readonly discount: number;
  readonly bonus: number;
  /** After discount, times the quantity, less the bonus. */
  readonly total: number;
  readonly endDate: Date;
}

const QNT_MIN = 1;

/** The price of a write-off that begins at `start` (domain.md 2.1). */
export function priceWithdraw(
  account: Pick<Account, 'discount'>,
  tariff: Tariff,
  terms: WithdrawTerms,
  start: Date,
  settings: TariffSettings,
): WithdrawPrice {
  const cost = terms.cost ?? tariff.cost;
  const months = terms.months || tariff.period;
  const qnt = Math.max(QNT_MIN, terms.qnt ?? QNT_MIN);
  const endDate = endOfPeriod(settings, start, months);
  const price = { cost, period: tariff.period };
  const gross = months === tariff.period ? cost : costOfTime(settings, { start, end: endDate }, price).total;
  const discount = appliedDiscount(account, tariff, terms.discount, months, settings);
  const bonus = terms.bonus ?? 0;
  return { cost, months, qnt, discount, bonus, total: discounted(gross, discount, qnt) - bonus, endDate };
}

/** round((gross - discount) × qnt), rounded once (decisions.md 13, Q2). */
export function discounted(grossCents: number, discount: number, qnt: number): number {
  const hundredths = grossCents * (100 - discount);
  return multiplyMoney(hundredths, hundredthOf(qnt));
}

/** A quantity divided by 100, exactly. */
function hundredthOf(qnt: number): string {
  const [whole = '0', fraction = ''] = plainText(qnt).split('.');
  const digits = whole.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
}

function plainText(value: number): string {
  const shortest = String(value);
  return shortest.includes('e') ? value.toFixed(10) : shortest;
}

/** A given discount that is not 0 counts, else the present one; the catalogue may forbid any. */
function appliedDiscount(
  account: Pick<Account, 'discount'>,
  tariff: Tariff,
  given: number | undefined,
  months: number,
  settings: TariffSettings,
): number {
  if (tariff.noDiscount) return 0;
  return given || discountPercent(account.discount, { period: tariff.period, months }, settings.discounts);
}
