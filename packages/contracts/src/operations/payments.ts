import { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type PayRow, pay } from '../resources/pay.ts';

const owner = 'billing';

type PayListArguments = ListArguments & { user_id?: number | undefined };

export const listPays = operation<PayListArguments, 'list', PayRow>({
  id: 'pay.list',
  owner,
  summary: 'Lists payments',
  access: 'admin',
  http: { method: 'GET', path: '/v1/admin/user/pay' },
  args: listArguments(pay, ofUser) as z.ZodType<PayListArguments>,
  result: 'list',
  list: pay,
});

/** Without comment and uniq_key. */
export const listOwnPays = operation<ListArguments, 'list', PayRow>({
  id: 'pay.own',
  owner,
  summary: 'Lists the payments of the user',
  access: 'user',
  http: { method: 'GET', path: '/v1/user/pay' },
  args: listArguments(pay) as z.ZodType<ListArguments>,
  result: 'list',
  list: pay,
});

/** Hides the row; balance, ledger entry and uniq_key stay (decisions.md 10). Answers `['1']`. */
export const deletePay = operation<{ user_id: number; id: number }, 'rows', string>({
  id: 'pay.delete',
  owner,
  summary: 'Hides a payment',
  access: 'admin',
  http: { method: 'DELETE', path: '/v1/admin/user/pay' },
  args: argumentsOf({ user_id: pay.fields.user_id, id: field.id() }, ['user_id', 'id']),
  result: 'rows',
  errors: [404],
});

const paymentFields = {
  ...pick(pay.fields, ['user_id', 'money', 'pay_system_id', 'comment', 'uniq_key']),
  date: field.date({ description: 'Now by default' }),
  dry_run: field.flag({ description: '1: computes and answers, writes nothing' }),
} as const;

/** uniq_key: the same user, money and pay_system_id answer the stored payment, anything else is 409 (decisions.md 11). */
export const addPayment = operation<
  {
    user_id: number;
    money: number;
    pay_system_id?: string | null | undefined;
    comment?: PayRow['comment'] | undefined;
    uniq_key?: string | null | undefined;
    date?: string | undefined;
    dry_run?: number | undefined;
  },
  'rows',
  PayRow
>({
  id: 'payment.add',
  owner,
  summary: 'Credits a payment',
  access: 'admin',
  http: { method: 'PUT', path: '/v1/admin/user/payment' },
  args: argumentsOf(paymentFields, ['user_id', 'money']),
  result: 'rows',
  item: pay.fields,
  errors: [404, 409],
});

/** Payments by id, hidden ones left out; for templates. */
export const readPays = operation<{ ids: number[] }, 'rows', PayRow>({
  id: 'pay.read',
  owner,
  summary: 'Payments by id',
  access: 'internal',
  args: z.object({ ids: z.array(field.id().schema).max(1000) }),
  result: 'rows',
  item: pay.fields,
});

/** The newest payment by date of each user who has one, in one call. */
export const readLatestPays = operation<{ user_ids: number[] }, 'rows', PayRow>({
  id: 'pay.latest',
  owner,
  summary: 'The newest payment of users',
  access: 'internal',
  args: z.object({ user_ids: z.array(field.id().schema).max(1000) }),
  result: 'rows',
  item: pay.fields,
});

export interface PaySum {
  readonly rows_count: number;
  readonly money: number;
}

/** How many payments match the conditions of a list, and how much they come to. */
export const sumPays = operation<PayListArguments, 'rows', PaySum>({
  id: 'pay.sum',
  owner,
  summary: 'Sums payments',
  access: 'internal',
  args: listArguments(pay, ofUser) as z.ZodType<PayListArguments>,
  result: 'rows',
});

export const paymentOperations = [
  listPays,
  listOwnPays,
  deletePay,
  addPayment,
  readPays,
  readLatestPays,
  sumPays,
] as const;
