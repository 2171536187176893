import type { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { type WithdrawRow, withdraw } from '../resources/withdraw.ts';

/** The HTTP side of write-offs: billing keeps them, service-lifecycle knows the catalogue and the user services. */
const owner = 'service-lifecycle';
const path = '/v1/admin/user/service/withdraw';

/** A row with the catalogue name of its service; null where `service_id` is not among the `fields` (peer-http-api.md A10). */
export type NamedWithdraw = WithdrawRow & { name: string | null };
const named = { ...withdraw.fields, name: field.text({ nullable: true }) };

type NamedListArguments = ListArguments & { user_id?: number | undefined; withdraw_id?: number | undefined };

export const listUserWithdraws = operation<NamedListArguments, 'list', NamedWithdraw>({
  id: 'user-service.withdraws',
  owner,
  summary: 'Lists write-offs',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(withdraw, ofUser) as z.ZodType<NamedListArguments>,
  result: 'list',
  list: withdraw,
  item: named,
});

export const listOwnWithdraws = operation<ListArguments & { withdraw_id?: number | undefined }, 'list', NamedWithdraw>({
  id: 'user-service.own-withdraws',
  owner,
  summary: 'Lists the write-offs of the user',
  access: 'user',
  http: { method: 'GET', path: '/v1/user/withdraw' },
  args: listArguments(withdraw) as z.ZodType<ListArguments & { withdraw_id?: number | undefined }>,
  result: 'list',
  list: withdraw,
  item: named,
});

const { cost, discount, bonus, months, qnt, service_id, user_service_id, user_id, withdraw_id } = withdraw.fields;
const terms = { cost, discount, bonus, months, qnt } as const;
const dryRun = field.flag({ default: 0, description: 'Answers what would come of it and changes nothing' });

/** Adds an unpaid row, such as a prepared next period; no money moves. */
export const addUserWithdraw = operation({
  id: 'user-service.add-withdraw',
  owner,
  summary: 'Adds an unpaid write-off',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf({ ...terms, user_id, service_id, user_service_id, dry_run: dryRun }, [
    'cost',
    'service_id',
    'user_service_id',
  ]),
  result: 'rows',
  item: withdraw.fields,
  errors: [404],
});

/** Prices a row anew; of a paid one the difference moves on the balance. The service is processed afterwards. */
export const changeUserWithdraw = operation({
  id: 'user-service.change-withdraw',
  owner,
  summary: 'Prices a write-off anew',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf({ ...terms, user_id, withdraw_id, service_id, user_service_id, dry_run: dryRun }, [
    'user_id',
    'withdraw_id',
  ]),
  result: 'rows',
  item: withdraw.fields,
  errors: [404, 408],
});

/** Only an unpaid row that is not the current one of its service. */
export const deleteUserWithdraw = operation({
  id: 'user-service.delete-withdraw',
  owner,
  summary: 'Deletes an unpaid write-off',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf({ user_id, withdraw_id }, ['user_id', 'withdraw_id']),
  result: 'rows',
  item: withdraw.fields,
  errors: [404],
});

export const withdrawRouteOperations = [
  listUserWithdraws,
  listOwnWithdraws,
  addUserWithdraw,
  changeUserWithdraw,
  deleteUserWithdraw,
] as const;
