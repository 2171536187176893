import { outcomeOfRow, type SettleRun, type StepOutcome } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** Deletes an unpaid row; a paid one stays as what was paid. */
export function discardStep(run: SettleRun, step: StepOf<'discard'>): StepOutcome {
  const row = run.row(step.withdraw_id);
  if (!row) return { outcome: 'none' };
  if (row.withdraw_date !== null) return { outcome: 'none', ...outcomeOfRow(row) };
  run.discard(row);
  return { outcome: 'done' };
}
