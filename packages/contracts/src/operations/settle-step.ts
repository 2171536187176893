import { z } from 'zod';
import * as field from '../field.ts';
import { pricedService } from './priced-service.ts';

const common = { user_service_id: field.id().schema };
const terms = {
  cost: field.money().schema.optional(),
  months: field.period().schema.optional(),
  qnt: field.number({ min: 0 }).schema.optional(),
  discount: field.percent().schema.optional(),
  bonus: field.money().schema.optional(),
};

/**
 * The pay conditions of one row. `base` is where the paid period starts (the old expire, or the moment of payment where null).
 * `requires` names the node of this command, or an already paid one, that must be paid first: a child is never charged before
 * its parent (quirk Q4). `composite` lists the nodes whose rows count together for the root of a composite (domain.md 2.6, Q23).
 */
const payment = {
  service: pricedService,
  base: field.date().schema.nullable(),
  requires: field.id().schema.nullable(),
  composite: z.array(field.id().schema),
  /**
   * Buy a shorter period when the whole one is not affordable (domain.md 2.8). For a row that `renew` or `switch` makes in
   * this command the flag of its tariff counts as well, so callers pass only what was asked for.
   */
  partial: z.boolean(),
};

/** Creates an unpaid row; the row of a node is found by later steps of the same command. */
const prepareStep = z.object({ do: z.literal('prepare'), ...common, ...terms, service: pricedService });

/** Pays the node's row: the one named, else the one prepared by an earlier step. */
const payStep = z.object({ do: z.literal('pay'), ...common, ...payment, withdraw_id: field.id().schema.nullable() });

/**
 * Renews an expired node (domain.md 2.7, 2.8, 3.3): an unpaid current row is paid; where the current row is paid, `next`
 * decides: `remove` ends it, a service switches the tariff, null uses a prepared later row or makes a new one.
 */
const renewStep = z.object({
  do: z.literal('renew'),
  ...common,
  ...payment,
  withdraw_id: field.id().schema,
  next: z.union([z.literal('remove'), pricedService, z.null()]),
});

/** Replaces the row of a NOT PAID or BLOCK service by one of another tariff, unpaid (domain.md 2.10, 3.7). */
const switchStep = z.object({
  do: z.literal('switch'),
  ...common,
  withdraw_id: field.id().schema,
  service: pricedService,
});

/** Gives back what was paid and not used at `moment` (domain.md 2.9, quirks Q1 to Q3, Q6). */
const refundStep = z.object({
  do: z.literal('refund'),
  ...common,
  withdraw_id: field.id().schema,
  service: pricedService,
  moment: field.date().schema,
});

/** Deletes the unpaid row of a removed service. */
const discardStep = z.object({ do: z.literal('discard'), ...common, withdraw_id: field.id().schema });

/** Fresh catalogue price and current discounts for an unpaid row. */
const recalcStep = z.object({
  do: z.literal('recalc'),
  ...common,
  withdraw_id: field.id().schema,
  service: pricedService,
  months: field.period().schema.optional(),
});

/** Adds time for money to a paid row, without an affordability check (domain.md 2.11). */
const extendStep = z.object({
  do: z.literal('extend'),
  ...common,
  withdraw_id: field.id().schema,
  service: pricedService,
  money: field.money({ min: 0.01 }).schema,
});

export const settleStep = z.discriminatedUnion('do', [
  prepareStep,
  payStep,
  renewStep,
  switchStep,
  refundStep,
  discardStep,
  recalcStep,
  extendStep,
]);
export type SettleStep = z.infer<typeof settleStep>;

/** What one step came to. */
export interface SettleOutcome {
  readonly user_service_id: number;
  readonly do: SettleStep['do'];
  /**
   * `done`: the step has taken effect. `paid` and `unpaid` of pay and renew; `remove` where `next` ended the service;
   * `skipped` where what it requires was not paid; `none` where there was nothing to do.
   */
  readonly outcome: 'done' | 'paid' | 'unpaid' | 'remove' | 'skipped' | 'none';
  /** The node's current row after the step, null where it has none. */
  readonly withdraw_id: number | null;
  /** End of the paid period, for paid rows. */
  readonly end_date: string | null;
  readonly months: number | null;
  /** The service whose tariff the row has now; other than before where `next` switched it. */
  readonly service_id: number | null;
  /** Period 0 (quirk Q19): paid once, never renewed. */
  readonly one_off: boolean;
  /** What a refund gave back. */
  readonly money: number;
  readonly bonus: number;
}
