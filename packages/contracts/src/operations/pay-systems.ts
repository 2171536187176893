import { z } from 'zod';
import * as field from '../field.ts';
import type { JsonObject } from '../json.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';

const owner = 'user';

export interface PaySystem {
  readonly paysystem: string;
  readonly weight: number;
  readonly name: string;
  /** Where to pay; the amount is appended. */
  readonly shm_url: string;
  readonly recurring: number;
  readonly internal: number;
  readonly allow_deletion: number;
  readonly user_id: number;
  /** What is to be paid soon, and the amount to offer. */
  readonly forecast: number;
  readonly amount: number;
}

export const paySystemFields = {
  paysystem: field.text(),
  weight: field.integer(),
  name: field.text(),
  shm_url: field.text(),
  recurring: field.flag(),
  internal: field.flag(),
  allow_deletion: field.flag(),
  user_id: field.id(),
  forecast: field.money(),
  amount: field.money(),
} as const;

const nothing = z.object({}) as unknown as z.ZodType<Record<string, never>>;

/** The pay systems of the configuration with `show_for_client`, heaviest first; never their secrets. */
export const listPaySystems = operation<Record<string, never>, 'rows', PaySystem>({
  id: 'pay-system.list',
  owner,
  summary: 'Lists the ways to pay',
  access: 'user',
  http: { method: 'GET', path: '/v1/user/pay/paysystems' },
  args: nothing,
  result: 'rows',
  shareable: true,
  item: paySystemFields,
  errors: [404],
});

/** One object: the saved recurring methods by pay system. */
export const listAutoPayments = operation<Record<string, never>, 'rows', JsonObject>({
  id: 'auto-payment.list',
  owner,
  summary: 'Shows the saved ways to pay automatically',
  access: 'user',
  http: { method: 'GET', path: '/v1/user/autopayment' },
  args: nothing,
  result: 'rows',
  errors: [404],
});

/** Without `pay_system` all of them. */
export const deleteAutoPayment = operation<{ pay_system?: string | null | undefined }, 'bare', { success: 1 }>({
  id: 'auto-payment.delete',
  owner,
  summary: 'Forgets a saved way to pay automatically',
  access: 'user',
  http: { method: 'DELETE', path: '/v1/user/autopayment' },
  args: argumentsOf({ pay_system: field.text({ max: 64, nullable: true }) }),
  result: 'bare',
  errors: [404],
});

export const paySystemOperations = [listPaySystems, listAutoPayments, deleteAutoPayment] as const;
