import { type SettleOutcome, type SettleStep, settle } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import { dateTextOf } from '@countinghouse/store';
import type { Settled } from './settled.ts';

export interface Settlement {
  readonly userId: number;
  readonly at: Date;
  readonly steps: readonly SettleStep[];
  readonly key: string;
  /** Says what would come of it and does nothing. */
  readonly dryRun?: boolean;
}

/** Asks billing; the same key answers the same again. */
export async function settleSteps(context: Context, settlement: Settlement): Promise<Settled[]> {
  const { userId, at, steps, key, dryRun } = settlement;
  const args = { user_id: userId, at: dateTextOf(at), steps: [...steps], ...(dryRun ? { dry_run: true } : {}) };
  const { rows } = await context.call(settle, args, { key });
  return pairUp(steps, rows);
}

/** The outcomes come in the order of the steps. */
export function pairUp(steps: readonly SettleStep[], outcomes: readonly SettleOutcome[]): Settled[] {
  if (outcomes.length !== steps.length) {
    throw new Error(`Billing answered ${outcomes.length} outcomes for ${steps.length} steps`);
  }
  return steps.map((step, index) => ({ step, outcome: outcomes[index] as SettleOutcome }));
}
