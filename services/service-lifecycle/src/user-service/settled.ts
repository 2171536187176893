import type { PricedService, SettleOutcome, SettleStep } from '@countinghouse/contracts';

/** Prices a write-off anew, which is no step of a settlement but asked alone (domain.md 5.2). */
export interface EditStep {
  readonly do: 'edit';
  readonly user_service_id: number;
  readonly withdraw_id: number;
  readonly service: PricedService;
  readonly terms: EditTerms;
  /** It is the current row of an ACTIVE service: the end of the period follows. */
  readonly moves_end: boolean;
}

export interface EditTerms {
  readonly cost?: number | undefined;
  readonly months?: number | undefined;
  readonly qnt?: number | undefined;
  readonly discount?: number | undefined;
  readonly bonus?: number | undefined;
}

/** What billing can be asked in the course of a change. */
export type MoneyStep = SettleStep | EditStep;

export type MoneyOutcome = Omit<SettleOutcome, 'do'> & { readonly do: MoneyStep['do'] };

/** A step that billing has taken, and what it came to. */
export interface Settled {
  readonly step: MoneyStep;
  readonly outcome: MoneyOutcome;
}

/** The last step of one of these kinds for a service. */
export function settledOf(
  settled: readonly Settled[],
  id: number,
  ...kinds: readonly MoneyStep['do'][]
): Settled | undefined {
  return settled.findLast(({ step }) => step.user_service_id === id && kinds.includes(step.do));
}
