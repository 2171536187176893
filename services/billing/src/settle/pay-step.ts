import { instantOf } from '@countinghouse/store';
import { tariffOf } from '../tariff/tariff.ts';
import { comingPrice } from './coming-row.ts';
import { payRow } from './pay-row.ts';
import { outcomeOfRow, type SettleRun, type StepOutcome } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** Pays the row named, else the one that an earlier step made. A missing row cannot be paid (domain.md 2.6). */
export function payStep(run: SettleRun, step: StepOf<'pay'>): StepOutcome {
  const row = run.row(step.withdraw_id) ?? (step.withdraw_id === null ? run.madeRow(step.user_service_id) : undefined);
  if (!row) return { outcome: 'unpaid' };
  if (!isReached(run, step)) return { outcome: 'skipped', ...outcomeOfRow(row) };
  const tariff = tariffOf(step.service);
  const partial = step.partial || (run.isFresh(step.user_service_id) && tariff.allowPartialPeriod);
  const paid = payRow(run, row, { tariff, base: baseOf(run, step), together: priceTogether(run, step), partial });
  return { outcome: paid ? 'paid' : 'unpaid', ...outcomeOfRow(paid ?? row) };
}

type Payment = StepOf<'pay'> | StepOf<'renew'>;

export function baseOf(run: SettleRun, step: Payment): Date {
  return step.base === null ? run.at : instantOf(step.base);
}

/** Is what must be paid first paid? What this command says nothing of was paid before (Q4). */
export function isReached(run: SettleRun, { requires }: Payment): boolean {
  if (requires === null) return true;
  const outcomes = run.outcomes.filter((outcome) => outcome.user_service_id === requires);
  const billed = run.steps.some((step) => step.user_service_id === requires && step.do !== 'refund');
  return !billed || outcomes.some((outcome) => outcome.outcome === 'paid');
}

/** The prices of the coming period of a composite's nodes, its root included (Q23); undefined where the row counts alone. */
export function priceTogether(run: SettleRun, step: Payment): number | undefined {
  if (step.composite.length === 0) return undefined;
  const nodes = new Set([step.user_service_id, ...step.composite]);
  return [...nodes].reduce((sum, node) => sum + comingPrice(run, node), 0);
}
