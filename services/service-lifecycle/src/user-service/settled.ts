import type { SettleOutcome, SettleStep } from '@countinghouse/contracts';

/** A step that billing has taken, and what it came to. */
export interface Settled {
  readonly step: SettleStep;
  readonly outcome: SettleOutcome;
}

/** The last step of one of these kinds for a service. */
export function settledOf(
  settled: readonly Settled[],
  id: number,
  ...kinds: readonly SettleStep['do'][]
): Settled | undefined {
  return settled.findLast(({ step }) => step.user_service_id === id && kinds.includes(step.do));
}
