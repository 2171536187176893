import { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { type WithdrawRow, withdraw } from '../resources/withdraw.ts';
import { pricedService } from './priced-service.ts';

/**
 * What service-lifecycle needs of write-offs: it owns the HTTP operations, which add names of the catalogue, and decides
 * which row is the current one of a user service.
 */
const owner = 'billing';

export type WithdrawListArguments = ListArguments & {
  user_id?: number | undefined;
  withdraw_id?: number | undefined;
};
const withdrawListArguments = listArguments(withdraw, ofUser) as z.ZodType<WithdrawListArguments>;

/** Callers without administrators' rights get their own rows, whatever `user_id` says. */
export const listWithdraws = operation<WithdrawListArguments, 'list', WithdrawRow>({
  id: 'withdraw.list',
  owner,
  summary: 'Lists write-offs',
  access: 'internal',
  args: withdrawListArguments,
  result: 'list',
  list: withdraw,
});

const ids = z.array(field.id().schema).max(1000);

export const readWithdraws = operation<{ withdraw_ids: number[] }, 'rows', WithdrawRow>({
  id: 'withdraw.read',
  owner,
  summary: 'Write-offs by id',
  access: 'internal',
  args: z.object({ withdraw_ids: ids }),
  result: 'rows',
  item: withdraw.fields,
});

/** All rows of user services, in the order of their ids. */
export const withdrawsOf = operation<{ user_service_ids: number[] }, 'rows', WithdrawRow>({
  id: 'withdraw.of',
  owner,
  summary: 'Write-offs of user services',
  access: 'internal',
  args: z.object({ user_service_ids: ids }),
  result: 'rows',
  item: withdraw.fields,
});

/** Those of the users who have paid a write-off. */
export const readChargedUsers = operation<{ user_ids: number[] }, 'rows', { user_id: number }>({
  id: 'withdraw.charged-users',
  owner,
  summary: 'Which of these users were charged',
  access: 'internal',
  args: z.object({ user_ids: ids }),
  result: 'rows',
});

const terms = {
  cost: field.money({ min: 0 }).schema.optional(),
  months: field.period().schema.optional(),
  qnt: field.number({ min: 0 }).schema.optional(),
  discount: field.percent().schema.optional(),
  bonus: field.money({ min: 0 }).schema.optional(),
};
export interface WithdrawTerms {
  readonly cost?: number | undefined;
  readonly months?: number | undefined;
  readonly qnt?: number | undefined;
  readonly discount?: number | undefined;
  readonly bonus?: number | undefined;
}

/** An unpaid row, such as a prepared next period; what is not given comes from the catalogue. No money moves. */
export const prepareWithdraw = operation<
  WithdrawTerms & {
    user_id: number;
    user_service_id: number;
    service: z.infer<typeof pricedService>;
    at: string;
    dry_run?: boolean | undefined;
  },
  'rows',
  WithdrawRow
>({
  id: 'withdraw.prepare',
  owner,
  summary: 'Adds an unpaid write-off',
  access: 'internal',
  args: z.object({
    user_id: field.id().schema,
    user_service_id: field.id().schema,
    service: pricedService,
    at: field.date().schema,
    ...terms,
    dry_run: z.boolean().optional(),
  }),
  result: 'rows',
  item: withdraw.fields,
  errors: [404],
});

/**
 * Prices a row anew (domain.md 5.2, quirk Q14). A paid row moves `old total - new total` on the balance and the bonus
 * difference on the bonus balance. `moves_end`: it is the current row of an ACTIVE service, so its end_date follows,
 * and the service's expire is to be set to the end_date answered. withdraw_date never changes.
 */
export const editWithdraw = operation<
  WithdrawTerms & {
    user_id: number;
    withdraw_id: number;
    service: z.infer<typeof pricedService>;
    at: string;
    moves_end: boolean;
    dry_run?: boolean | undefined;
  },
  'rows',
  WithdrawRow
>({
  id: 'withdraw.edit',
  owner,
  summary: 'Prices a write-off anew',
  access: 'internal',
  args: z.object({
    user_id: field.id().schema,
    withdraw_id: field.id().schema,
    service: pricedService,
    at: field.date().schema,
    ...terms,
    moves_end: z.boolean(),
    dry_run: z.boolean().optional(),
  }),
  result: 'rows',
  item: withdraw.fields,
  errors: [404],
});

/** Deletes an unpaid row that is not `current_id`, the service's current one; else 400. Answers the deleted row. */
export const deleteWithdraw = operation<
  { user_id: number; withdraw_id: number; current_id: number | null },
  'rows',
  WithdrawRow
>({
  id: 'withdraw.delete',
  owner,
  summary: 'Deletes an unpaid write-off',
  access: 'internal',
  args: z.object({
    user_id: field.id().schema,
    withdraw_id: field.id().schema,
    current_id: field.id().schema.nullable(),
  }),
  result: 'rows',
  item: withdraw.fields,
  errors: [404],
});

export interface WithdrawSum {
  readonly rows_count: number;
  readonly cost: number;
  readonly bonus: number;
  readonly total: number;
}

/** How many paid rows match the conditions of a list, and what they come to. */
export const sumWithdraws = operation<WithdrawListArguments, 'rows', WithdrawSum>({
  id: 'withdraw.sum',
  owner,
  summary: 'Sums paid write-offs',
  access: 'internal',
  args: withdrawListArguments,
  result: 'rows',
});

export const withdrawOperations = [
  listWithdraws,
  readWithdraws,
  withdrawsOf,
  readChargedUsers,
  prepareWithdraw,
  editWithdraw,
  deleteWithdraw,
  sumWithdraws,
] as const;
