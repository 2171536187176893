import { editWithdraw, type SettleOutcome, type SettleStep, settle } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import { dateTextOf } from '@countinghouse/store';
import type { EditStep, MoneyStep, Settled } from './settled.ts';

export interface Settlement {
  readonly userId: number;
  readonly at: Date;
  readonly steps: readonly MoneyStep[];
  readonly key: string;
  /** Says what would come of it and does nothing. */
  readonly dryRun?: boolean;
}

/** Asks billing; the same key answers the same again. */
export async function settleSteps(context: Context, settlement: Settlement): Promise<Settled[]> {
  const { userId, at, steps, key, dryRun } = settlement;
  const [first] = steps;
  if (first?.do === 'edit') return [await edit(context, settlement, first)];
  const asked = settleStepsOf(steps);
  const args = { user_id: userId, at: dateTextOf(at), steps: asked, ...(dryRun ? { dry_run: true } : {}) };
  const { rows } = await context.call(settle, args, { key });
  return pairUp(asked, rows);
}

/** Steps of one settlement; an edit is asked alone. */
export function settleStepsOf(steps: readonly MoneyStep[]): SettleStep[] {
  return steps.map((step) => {
    if (step.do === 'edit') throw new Error('A write-off is edited alone');
    return step;
  });
}

/** The outcomes come in the order of the steps. */
export function pairUp(steps: readonly SettleStep[], outcomes: readonly SettleOutcome[]): Settled[] {
  if (outcomes.length !== steps.length) {
    throw new Error(`Billing answered ${outcomes.length} outcomes for ${steps.length} steps`);
  }
  return steps.map((step, index) => ({ step, outcome: outcomes[index] as SettleOutcome }));
}

async function edit(context: Context, { userId, at, key }: Settlement, step: EditStep): Promise<Settled> {
  const { withdraw_id, user_service_id, service, terms, moves_end } = step;
  const args = { user_id: userId, withdraw_id, service, at: dateTextOf(at), ...terms, moves_end };
  const { rows } = await context.call(editWithdraw, args, { key });
  const [row] = rows;
  if (!row) throw new Error(`Billing answered nothing for write-off ${withdraw_id}`);
  const { end_date, months, service_id } = row;
  const outcome = { user_service_id, do: 'edit', outcome: 'done', withdraw_id, end_date, months, service_id } as const;
  return { step, outcome: { ...outcome, one_off: false, money: 0, bonus: 0 } };
}
