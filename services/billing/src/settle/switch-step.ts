import { tariffOf } from '../tariff/tariff.ts';
import { rowOfTariff } from './coming-row.ts';
import { outcomeOfRow, type SettleRun, type StepOutcome } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** Another tariff from now on, unpaid: an unpaid row is overwritten, after a paid one comes a new one (domain.md 2.10, 3.7). */
export function switchStep(run: SettleRun, step: StepOf<'switch'>): StepOutcome {
  const current = run.row(step.withdraw_id);
  if (!current) return { outcome: 'none' };
  const wanted = rowOfTariff(run, current, tariffOf(step.service));
  if (current.withdraw_date !== null) {
    return { outcome: 'done', ...outcomeOfRow(run.make(wanted, true)) };
  }
  const overwritten = { ...current, ...wanted, create_date: run.at };
  run.remake(overwritten);
  return { outcome: 'done', ...outcomeOfRow(overwritten) };
}
