import type { SettleResult } from '@countinghouse/contracts';
import {
  Fault,
  type JsonValue,
  type SettleOutcome,
  type SettleStep,
  settle,
  settleMany,
} from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { instantOf } from '@countinghouse/store';
import type { Command } from '../account/command.ts';
import type { BillingContext } from '../billing-context.ts';
import { needsOfSteps, planSettle } from './settle-plan.ts';

export function accountSettle({ engine }: BillingContext) {
  return implement(settle, async (args, context) => {
    const command = settleCommand({ ...args, key: context.key }, context.deadlineAt, args.dry_run ?? false);
    const { result, hit } = await engine.execute(command);
    const rows = result as unknown as SettleOutcome[];
    return { rows, ...(hit ? { hit } : {}) };
  });
}

/** Commands of different accounts, and several of one, share the engine's writes. */
export function accountSettleMany({ engine }: BillingContext) {
  return implement(settleMany, async ({ commands }, { deadlineAt }) => {
    const rows = commands.map(async (command): Promise<SettleResult> => {
      try {
        const { result } = await engine.execute(settleCommand(command, deadlineAt, false));
        return { key: command.key, outcomes: result as unknown as SettleOutcome[] };
      } catch (error) {
        if (!(error instanceof Fault) || error.status >= 500) throw error;
        return { key: command.key, fault: error.toBody() };
      }
    });
    return { rows: await Promise.all(rows) };
  });
}

interface Settlement {
  readonly key: string;
  readonly user_id: number;
  readonly at: string;
  readonly steps: readonly SettleStep[];
}

function settleCommand(
  { key, user_id, at, steps }: Settlement,
  deadlineAt: number,
  dryRun: boolean,
): Command<JsonValue> {
  const date = instantOf(at);
  return {
    userId: user_id,
    key: `settle:${key}`,
    content: { at, steps: steps as unknown as JsonValue },
    at: date,
    deadlineAt,
    needs: needsOfSteps(steps),
    dryRun,
    weight: steps.length,
    plan: (account, context) => planSettle(account, date, steps, context),
  };
}
