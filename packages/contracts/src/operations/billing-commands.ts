import { z } from 'zod';
import type { FaultBody } from '../fault.ts';
import * as field from '../field.ts';
import { operation } from '../operation.ts';

/**
 * What billing needs to know of a catalogue service to price, charge and refund it; service-lifecycle sends it along,
 * because billing calls nobody (architecture.md "Who calls whom").
 */
export const pricedService = z.object({
  service_id: field.id().schema,
  cost: field.money().schema,
  period: field.period().schema,
  no_discount: field.flag().schema,
  pay_in_credit: field.flag().schema,
  is_composite: field.flag().schema,
  limit_bonus_percent: field.integer({ min: 0, max: 100 }).schema.nullable(),
  allow_partial_period: field.flag().schema,
  no_money_back: field.flag().schema,
  allow_return_full_wd: field.flag().schema,
});
export type PricedService = z.infer<typeof pricedService>;

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

/**
 * All money effects of one change to one tree of services, in one guarded account write, all or none (architecture.md, rule 2).
 * Steps run in order and see what earlier ones did. The key of the call makes it happen once; a repeat answers the same.
 */
export const settle = operation<
  { user_id: number; at: string; steps: SettleStep[]; dry_run?: boolean | undefined },
  'rows',
  SettleOutcome
>({
  id: 'account.settle',
  owner: 'billing',
  summary: 'Prices, charges and refunds for one tree of services',
  access: 'internal',
  args: z.object({
    user_id: field.id().schema,
    at: field.date().schema,
    steps: z.array(settleStep).min(1).max(2000),
    dry_run: z.boolean().optional(),
  }),
  result: 'rows',
});

/** The money side of a user as the API shows it. */
export const accountFigures = {
  user_id: field.id(),
  balance: field.money(),
  bonus: field.money(),
  credit: field.money(),
  discount: field.percent(),
  can_overdraft: field.flag(),
} as const;
export type AccountFigures = {
  user_id: number;
  balance: number;
  bonus: number;
  credit: number;
  discount: number;
  can_overdraft: number;
};

/** What the user service decides about an account; absent members stay as they are. */
const accountTerms = {
  credit: field.money().schema.optional(),
  discount: field.percent().schema.optional(),
  can_overdraft: field.flag().schema.optional(),
  /** Who earns bonus from this user's payments. */
  partner_id: field.id().schema.nullable().optional(),
  /** The percent that this user earns as a partner; null takes the configured one (domain.md 2.12). */
  income_percent: field.integer({ min: 0, max: 100 }).schema.nullable().optional(),
  /** Setting it truthy fires the CREDIT event, nothing else (domain.md 1.1). */
  perm_credit: field.flag().schema.optional(),
};
export type AccountTerms = {
  credit?: number | undefined;
  discount?: number | undefined;
  can_overdraft?: number | undefined;
  partner_id?: number | null | undefined;
  income_percent?: number | null | undefined;
  perm_credit?: number | undefined;
};

/** Opens the account of a new user before `PUT user` answers; opening an open account again changes nothing. */
export const openAccount = operation<{ user_id: number } & AccountTerms, 'rows', AccountFigures>({
  id: 'account.open',
  owner: 'billing',
  summary: 'Opens the account of a new user',
  access: 'internal',
  args: z.object({ user_id: field.id().schema, ...accountTerms }),
  result: 'rows',
  item: accountFigures,
});

/** Changes credit, discount, overdraft and partner. A credit above 0 that changed, or perm_credit, publishes `credit`. */
export const updateAccount = operation<{ user_id: number } & AccountTerms, 'rows', AccountFigures>({
  id: 'account.update',
  owner: 'billing',
  summary: 'Changes the terms of an account',
  access: 'internal',
  args: z.object({ user_id: field.id().schema, ...accountTerms }),
  result: 'rows',
  item: accountFigures,
});

const reason = { reason: field.text({ max: 255 }).schema };

/**
 * Adds to balance and bonus without a payment or a bonus: a ledger entry of the kind `correction` that tells the reason. No event
 * but `account.changed`, no partner's share. Nothing to add changes nothing.
 */
export const correctAccount = operation<
  { user_id: number; money?: number | undefined; bonus?: number | undefined; reason: string },
  'rows',
  AccountFigures
>({
  id: 'account.correct',
  owner: 'billing',
  summary: 'Corrects balance and bonus of an account',
  access: 'internal',
  args: z.object({
    user_id: field.id().schema,
    money: field.money().schema.optional(),
    bonus: field.money().schema.optional(),
    ...reason,
  }),
  result: 'rows',
  item: accountFigures,
  errors: [404],
});

/**
 * Makes the balance the sum of payments less the totals of paid write-offs, and the bonus the sum of bonuses (domain.md 2.12,
 * `recash`); rows that were deleted do not count. The difference is a correction as by `account.correct`.
 */
export const recountAccount = operation<{ user_id: number; reason: string }, 'rows', AccountFigures>({
  id: 'account.recount',
  owner: 'billing',
  summary: 'Makes balance and bonus what the rows of an account come to',
  access: 'internal',
  args: z.object({ user_id: field.id().schema, ...reason }),
  result: 'rows',
  item: accountFigures,
  errors: [404],
});

/** Closes the account of a user being deleted: refused with 400 for a balance other than 0, unless forced; later payments are 404. */
export const closeAccount = operation<{ user_id: number; force: number }, 'rows', AccountFigures>({
  id: 'account.close',
  owner: 'billing',
  summary: 'Closes the account of a user being deleted',
  access: 'internal',
  args: z.object({ user_id: field.id().schema, force: field.flag().schema }),
  result: 'rows',
  item: accountFigures,
});

/** Erases the rows of a closed account: payments, write-offs, bonuses; the last step of deleting a user. */
export const eraseAccount = operation<{ user_id: number }, 'rows', AccountFigures>({
  id: 'account.erase',
  owner: 'billing',
  summary: 'Erases the rows of a deleted user',
  access: 'internal',
  args: z.object({ user_id: field.id().schema }),
  result: 'rows',
});

/** The figures of many users in one call; users without an account are left out. */
export const readFigures = operation<{ user_ids: number[] }, 'rows', AccountFigures>({
  id: 'account.figures',
  owner: 'billing',
  summary: 'Balance, bonus, credit and discount of users',
  access: 'internal',
  args: z.object({ user_ids: z.array(field.id().schema).max(1000) }),
  result: 'rows',
  item: accountFigures,
});

/** One command among many; `key` is its own idempotency key, the same as that of a single `account.settle`. */
const settleCommand = z.object({
  key: z.string().min(1).max(200),
  user_id: field.id().schema,
  at: field.date().schema,
  steps: z.array(settleStep).min(1).max(2000),
});
export type SettleCommand = z.infer<typeof settleCommand>;

/** The outcomes of one command, or why it was refused (nothing happened then). */
export type SettleResult = { key: string } & ({ outcomes: SettleOutcome[] } | { fault: FaultBody });

/**
 * Many independent commands in one call, for the periodic renewal: each is done or refused by itself, exactly as by
 * `account.settle` with its key. The rows come in the order of the commands. Those of one account may share a write.
 */
export const settleMany = operation<{ commands: SettleCommand[] }, 'rows', SettleResult>({
  id: 'account.settle-many',
  owner: 'billing',
  summary: 'Prices, charges and refunds for many trees of services',
  access: 'internal',
  args: z.object({ commands: z.array(settleCommand).min(1).max(500) }),
  result: 'rows',
});

/** One service that the forecast looks at; in the order of user_service_id (domain.md 2.14). */
const forecastCandidate = z.object({
  user_service_id: field.id().schema,
  withdraw_id: field.id().schema,
  service: pricedService,
  /** The tariff that `next` names, where it names one that is there; used when the current row is paid. */
  next: pricedService.nullable(),
});
export type ForecastCandidate = z.infer<typeof forecastCandidate>;

/** What is to be paid for one candidate; candidates that need nothing are left out. */
export interface ForecastPrice {
  readonly user_service_id: number;
  /** Of the current write-off. */
  readonly cost: number;
  readonly months: number;
  readonly qnt: number;
  readonly discount: number;
  readonly total: number;
  readonly next: {
    readonly service_id: number;
    readonly cost: number;
    readonly months: number;
    readonly qnt: number;
    readonly discount: number;
    readonly bonus: number;
    readonly total: number;
  };
}

/** The figures of a forecast; `dept` only where the balance is not above 0. `bonuses` is the user's whole bonus. */
export interface PricedForecast {
  readonly balance: number;
  readonly bonuses: number;
  readonly total: number;
  readonly dept?: number;
  readonly items: readonly ForecastPrice[];
}

/** Prices a forecast for one user without changing anything: one row. 404 where the user has no account. */
export const priceForecast = operation<
  { user_id: number; at: string; candidates: ForecastCandidate[] },
  'rows',
  PricedForecast
>({
  id: 'forecast.price',
  owner: 'billing',
  summary: 'Prices what is to be paid soon',
  access: 'internal',
  args: z.object({
    user_id: field.id().schema,
    at: field.date().schema,
    candidates: z.array(forecastCandidate).max(10_000),
  }),
  result: 'rows',
  errors: [404],
});

/** The candidates of one user among many. */
export interface UserToForecast {
  readonly user_id: number;
  readonly candidates: readonly ForecastCandidate[];
}

/** `forecast.price` for many users in one call; users without an account are left out. */
export const priceForecasts = operation<
  { at: string; users: readonly UserToForecast[] },
  'rows',
  PricedForecast & { user_id: number }
>({
  id: 'forecast.price-of',
  owner: 'billing',
  summary: 'Prices what users have to pay soon',
  access: 'internal',
  args: z.object({
    at: field.date().schema,
    users: z
      .array(z.object({ user_id: field.id().schema, candidates: z.array(forecastCandidate).max(10_000) }))
      .max(1000),
  }),
  result: 'rows',
});

export const billingCommands = [
  settle,
  settleMany,
  openAccount,
  updateAccount,
  correctAccount,
  recountAccount,
  closeAccount,
  eraseAccount,
  readFigures,
  priceForecast,
  priceForecasts,
] as const;

/** Events of billing, by their type. Amounts are in the main unit. */
export interface BillingEvents {
  /** Always, also for 0 and negative payments. */
  readonly payment: { readonly user_id: number; readonly pay_id: number; readonly money: number };
  /** For bonuses above 0, of administrators and of partners. */
  readonly bonus: { readonly user_id: number; readonly bonus_id: number; readonly bonus: number };
  /** Credit was set above 0, or perm_credit was set. */
  readonly credit: { readonly user_id: number; readonly credit: number };
  /** The figures after a change; a projection keeps `seq` and drops what is older (architecture.md, rule 4). */
  readonly 'account.changed': AccountFigures & { readonly seq: number };
}
