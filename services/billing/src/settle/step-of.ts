import type { SettleStep } from '@countinghouse/contracts';

/** A step of one kind. */
export type StepOf<Kind extends SettleStep['do']> = Extract<SettleStep, { readonly do: Kind }>;
