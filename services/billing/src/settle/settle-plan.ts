import type { JsonValue, SettleStep } from '@countinghouse/contracts';
import type { Account } from '../account/account-document.ts';
import type { Decision, Needs, PlanContext } from '../account/command.ts';
import { discardStep } from './discard-step.ts';
import { extendStep } from './extend-step.ts';
import { payStep } from './pay-step.ts';
import { prepareStep } from './prepare-step.ts';
import { recalcStep } from './recalc-step.ts';
import { refundStep } from './refund-step.ts';
import { renewStep } from './renew-step.ts';
import { SettleRun, type StepOutcome } from './settle-run.ts';
import { switchStep } from './switch-step.ts';

/** All money effects of one change to a tree of services: steps in order, each on what those before it left. */
export function planSettle(
  account: Account,
  at: Date,
  steps: readonly SettleStep[],
  context: PlanContext,
): Decision<JsonValue> {
  const run = new SettleRun(account, at, steps, context);
  for (const step of steps) run.report(step, outcomeOf(run, step));
  const change = run.change();
  return change ? { change } : { unchanged: run.outcomes as unknown as JsonValue };
}

function outcomeOf(run: SettleRun, step: SettleStep): StepOutcome {
  switch (step.do) {
    case 'prepare':
      return prepareStep(run, step);
    case 'pay':
      return payStep(run, step);
    case 'renew':
      return renewStep(run, step);
    case 'switch':
      return switchStep(run, step);
    case 'refund':
      return refundStep(run, step);
    case 'discard':
      return discardStep(run, step);
    case 'recalc':
      return recalcStep(run, step);
    case 'extend':
      return extendStep(run, step);
  }
}

/** The rows that steps look at: those they name, and for renewals what was prepared after them. */
export function needsOfSteps(steps: readonly SettleStep[]): Needs {
  const named = steps.flatMap((step) => ('withdraw_id' in step && step.withdraw_id !== null ? [step.withdraw_id] : []));
  const renewed = steps.filter((step) => step.do === 'renew').map((step) => step.user_service_id);
  const creating = steps.filter((step) => step.do === 'prepare' || step.do === 'renew' || step.do === 'switch');
  return { withdraws: named, withdrawsOf: renewed, tariff: true, ids: { withdraws: creating.length } };
}
