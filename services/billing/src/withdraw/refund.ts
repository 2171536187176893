import type { Tariff } from '../tariff/tariff.ts';
import type { TariffSettings } from '../tariff/tariff-settings.ts';
import { costOfTime } from '../tariff/time-arithmetic.ts';
import type { WithdrawDocument } from './withdraw-document.ts';
import { discounted } from './withdraw-price.ts';

/** What is given back, and the row afterwards. */
export interface Refund {
  readonly money: number;
  readonly bonus: number;
  readonly row: WithdrawDocument;
}

/**
 * What is given back of a row that ends at `moment` (domain.md 2.9); undefined where nothing is. Used time is valued with the
 * row's discount and quantity (Q1, Q2), a refund is never negative (Q1), a full return empties the row (Q3).
 */
export function refundOf(
  row: WithdrawDocument,
  tariff: Tariff,
  moment: Date,
  settings: TariffSettings,
): Refund | undefined {
  if (tariff.noMoneyBack || row.withdraw_date === null || row.end_date === null) return undefined;
  if (row.end_date <= moment || row.create_date > moment) return undefined;
  if (tariff.allowReturnFull) {
    return { money: row.total, bonus: row.bonus, row: { ...row, total: 0, bonus: 0, end_date: moment } };
  }
  const price = { cost: row.cost, period: tariff.period };
  const time = costOfTime(settings, { start: row.withdraw_date, end: moment }, price);
  const kept = keptOf(row, discounted(time.total, row.discount, row.qnt));
  return {
    money: row.total - kept.total,
    bonus: row.bonus - kept.bonus,
    row: { ...row, ...kept, months: time.months, end_date: moment },
  };
}

/** What stays paid: money alone where it covers the used time, else bonus first. */
function keptOf({ total, bonus }: Pick<WithdrawDocument, 'total' | 'bonus'>, used: number) {
  if (used <= total) return { total: used, bonus: 0 };
  const keptBonus = Math.min(bonus, used);
  return { total: Math.min(Math.max(0, total), used - keptBonus), bonus: keptBonus };
}
