import type { WithdrawDocument } from '../withdraw/withdraw-document.ts';
import { type ComingRow, comingRow } from './coming-row.ts';
import { payRow } from './pay-row.ts';
import { baseOf, isReached, priceTogether } from './pay-step.ts';
import { outcomeOfRow, type SettleRun, type StepOutcome } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** Renews an expired node (domain.md 2.7, 2.8, 3.3). Where it cannot be paid the new row stays, unpaid, as the current one. */
export function renewStep(run: SettleRun, step: StepOf<'renew'>): StepOutcome {
  const current = run.row(step.withdraw_id);
  if (!isReached(run, step)) return { outcome: 'skipped', ...(current ? outcomeOfRow(current) : {}) };
  const coming = comingRow(run, step);
  if (coming.kind === 'remove') return { outcome: 'remove', ...(current ? outcomeOfRow(current) : {}) };
  if (!('row' in coming)) return { outcome: 'unpaid' };
  const together = priceTogether(run, step);
  const row = rowOf(run, coming);
  const partial = coming.kind === 'new' && (step.partial || coming.tariff.allowPartialPeriod);
  const paid = payRow(run, row, { tariff: coming.tariff, base: baseOf(run, step), together, partial });
  return { outcome: paid ? 'paid' : 'unpaid', ...outcomeOfRow(paid ?? row) };
}

function rowOf(run: SettleRun, coming: Extract<ComingRow, { row: unknown }>): WithdrawDocument {
  return coming.kind === 'stored' ? coming.row : run.make(coming.row, true);
}
