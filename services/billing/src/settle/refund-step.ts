import { instantOf } from '@countinghouse/store';
import { tariffOf } from '../tariff/tariff.ts';
import { refundOf } from '../withdraw/refund.ts';
import { amounts, outcomeOfRow, type SettleRun, type StepOutcome } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** Gives back what was paid and not used (domain.md 2.9). */
export function refundStep(run: SettleRun, step: StepOf<'refund'>): StepOutcome {
  const row = run.row(step.withdraw_id);
  const refund = row && refundOf(row, tariffOf(step.service), instantOf(step.moment), run.settings);
  if (!refund) return { outcome: 'none', ...(row ? outcomeOfRow(row) : {}) };
  run.put(refund.row);
  run.move('refund', refund.row._id, refund.money, refund.bonus);
  return { outcome: 'done', ...outcomeOfRow(refund.row), one_off: false, ...amounts(refund.money, refund.bonus) };
}
