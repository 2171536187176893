import { periodToUnits } from '@countinghouse/tariff';
import { tariffOf } from '../tariff/tariff.ts';
import { priceWithdraw } from '../withdraw/withdraw-price.ts';
import { outcomeOfRow, type SettleRun, type StepOutcome } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** Prices an unpaid row anew: the catalogue's cost, the present discounts (domain.md 2.7, L6). */
export function recalcStep(run: SettleRun, step: StepOf<'recalc'>): StepOutcome {
  const row = run.row(step.withdraw_id);
  if (!row || row.withdraw_date !== null) {
    return { outcome: 'none', ...(row ? outcomeOfRow(row) : {}) };
  }
  const months = step.months === undefined ? row.months : periodToUnits(step.months);
  const tariff = tariffOf(step.service);
  const { endDate, ...price } = priceWithdraw(run.account, tariff, { months, qnt: row.qnt }, run.at, run.settings);
  const priced = { ...row, ...price, service_id: tariff.serviceId };
  run.put(priced);
  return { outcome: 'done', ...outcomeOfRow(priced) };
}
