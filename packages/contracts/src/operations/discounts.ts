import type { z } from 'zod';
import { type ListArguments, listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type DiscountRow, discount } from '../resources/discount.ts';

const owner = 'billing';
const path = '/v1/admin/discount';
const terms = pick(discount.fields, ['title', 'months', 'percent']);

export const listDiscounts = operation<ListArguments, 'list', DiscountRow>({
  id: 'discount.list',
  owner,
  summary: 'Lists the discounts for buying many months',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(discount) as z.ZodType<ListArguments>,
  result: 'list',
  list: discount,
});

/** 409 where there is a discount for the same months already. */
export const addDiscount = operation<{ title: string; months: number; percent: number }, 'rows', DiscountRow>({
  id: 'discount.add',
  owner,
  summary: 'Adds a discount for buying many months',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(terms, ['title', 'months', 'percent']),
  result: 'rows',
  item: discount.fields,
  errors: [409],
});

export const changeDiscount = operation<
  { discount_id: number; title?: string | undefined; months?: number | undefined; percent?: number | undefined },
  'rows',
  DiscountRow
>({
  id: 'discount.change',
  owner,
  summary: 'Changes a discount',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf(pick(discount.fields, ['discount_id', 'title', 'months', 'percent']), ['discount_id']),
  result: 'rows',
  item: discount.fields,
  errors: [404, 409],
});

/** Answers `['1']`. */
export const deleteDiscount = operation<{ discount_id: number }, 'rows', string>({
  id: 'discount.delete',
  owner,
  summary: 'Deletes a discount',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf(pick(discount.fields, ['discount_id']), ['discount_id']),
  result: 'rows',
  errors: [404],
});

export const discountOperations = [listDiscounts, addDiscount, changeDiscount, deleteDiscount] as const;
