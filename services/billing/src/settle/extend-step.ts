import { parseMoney } from '@countinghouse/tariff';
import { tariffOf } from '../tariff/tariff.ts';
import { endOfPeriod, periodBought, sumOfPeriods } from '../tariff/time-arithmetic.ts';
import { discounted } from '../withdraw/withdraw-price.ts';
import { outcomeOfRow, type SettleRun, type StepOutcome } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** Adds time for money to a paid row, whatever the balance is (domain.md 2.11). */
export function extendStep(run: SettleRun, step: StepOf<'extend'>): StepOutcome {
  const row = run.row(step.withdraw_id);
  if (!row || row.withdraw_date === null) {
    return { outcome: 'none', ...(row ? outcomeOfRow(row) : {}) };
  }
  const money = parseMoney(step.money);
  const price = { cost: discounted(row.cost, row.discount, 1), period: tariffOf(step.service).period };
  const extra = periodBought(run.settings, money, price, run.at);
  if (extra === 0) return { outcome: 'none', ...outcomeOfRow(row) };
  const months = sumOfPeriods(row.months, extra);
  const extended = {
    ...row,
    months,
    total: row.total + money,
    end_date: endOfPeriod(run.settings, row.withdraw_date, months),
  };
  run.put(extended);
  run.move('extension', row._id, -money, 0);
  return { outcome: 'done', ...outcomeOfRow(extended) };
}
