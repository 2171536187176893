import { z } from 'zod';
import * as field from '../field.ts';
import { operation } from '../operation.ts';

const owner = 'billing';

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
  owner,
  summary: 'Opens the account of a new user',
  access: 'internal',
  args: z.object({ user_id: field.id().schema, ...accountTerms }),
  result: 'rows',
  item: accountFigures,
});

/** Changes credit, discount, overdraft and partner. A credit above 0 that changed, or perm_credit, publishes `credit`. */
export const updateAccount = operation<{ user_id: number } & AccountTerms, 'rows', AccountFigures>({
  id: 'account.update',
  owner,
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
  owner,
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
  owner,
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
  owner,
  summary: 'Closes the account of a user being deleted',
  access: 'internal',
  args: z.object({ user_id: field.id().schema, force: field.flag().schema }),
  result: 'rows',
  item: accountFigures,
});

/** Erases the rows of a closed account: payments, write-offs, bonuses; the last step of deleting a user. */
export const eraseAccount = operation<{ user_id: number }, 'rows', AccountFigures>({
  id: 'account.erase',
  owner,
  summary: 'Erases the rows of a deleted user',
  access: 'internal',
  args: z.object({ user_id: field.id().schema }),
  result: 'rows',
});

/** The figures of many users in one call; users without an account are left out. */
export const readFigures = operation<{ user_ids: number[] }, 'rows', AccountFigures>({
  id: 'account.figures',
  owner,
  summary: 'Balance, bonus, credit and discount of users',
  access: 'internal',
  args: z.object({ user_ids: z.array(field.id().schema).max(1000) }),
  result: 'rows',
  item: accountFigures,
});

export const accountOperations = [
  openAccount,
  updateAccount,
  correctAccount,
  recountAccount,
  closeAccount,
  eraseAccount,
  readFigures,
] as const;
