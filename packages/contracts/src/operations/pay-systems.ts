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

/**
 * The pay systems of the configuration with `show_for_client` and those that the user saved (weight 100), heaviest first; never
 * their secrets (domain.md 2.12).
 */
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

export interface ConfiguredPaySystem {
  readonly paysystem: string;
  readonly name: string;
  readonly weight: number;
  readonly action: string;
  readonly allow_recurring: number;
  readonly payment_url?: string;
  readonly template_id?: string;
}

/** The configuration's entries with `show_for_client`, for old clients (peer-http-api.md 1B); without secrets, templates not rendered. */
export const listConfiguredPaySystems = operation<Record<string, never>, 'bare', readonly ConfiguredPaySystem[]>({
  id: 'pay-system.configured',
  owner,
  summary: 'Lists the configured ways to pay',
  access: 'user',
  http: { method: 'GET', path: '/user/pay_systems.cgi' },
  args: nothing,
  result: 'bare',
  errors: [404],
});

/** `amount` is what to pay instead of the forecast; `paysystem` leaves out the others. */
export const readPaySystems = operation<
  { user_id: number; amount?: number | undefined; paysystem?: string | undefined },
  'rows',
  PaySystem
>({
  id: 'pay-system.of',
  owner,
  summary: 'The ways to pay of a user, for templates',
  access: 'internal',
  args: argumentsOf({ user_id: field.id(), amount: field.money(), paysystem: field.text({ max: 64 }) }, ['user_id']),
  result: 'rows',
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

/**
 * Asks a saved pay system of the user for money (domain.md 2.12): 1 where its program is going to be asked, 0 where a rule says no.
 * Repeating a request under its key answers the same and asks once.
 */
export const makeAutoPayment = operation<{ user_id: number; amount: number }, 'rows', number>({
  id: 'auto-payment.make',
  owner,
  summary: 'Asks for an automatic payment',
  access: 'internal',
  args: argumentsOf({ user_id: field.id(), amount: field.money() }, ['user_id', 'amount']),
  result: 'rows',
  errors: [404],
});

/** The event by which the user service asks for an automatic payment: service-lifecycle makes a task of it. */
export const AUTO_PAYMENT_REQUESTED_EVENT = 'auto-payment.requested';
export interface AutoPaymentRequested {
  readonly user_id: number;
  /** The name of the pay system in the configuration. */
  readonly ps: string;
  /** Its program. */
  readonly url: string;
  readonly amount: number;
}

export const paySystemOperations = [
  listPaySystems,
  listConfiguredPaySystems,
  readPaySystems,
  listAutoPayments,
  deleteAutoPayment,
  makeAutoPayment,
] as const;
