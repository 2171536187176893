import type { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type ServiceRow, service } from '../resources/service.ts';
import { userService, userServiceView } from '../resources/user-service.ts';

const owner = 'service-lifecycle';

const prices = {
  cost: field.money({ description: 'With the children, where they are paid together' }),
  discount: field.percent(),
  cost_discount: field.money(),
  real_cost: field.money({ description: 'cost - cost_discount' }),
  cost_bonus: field.money(),
  real_cost_with_bonuses: field.money(),
  partial_renew: field.flag(),
};
/** A row of the price list (domain.md 2.15). */
export const pricedOffer = { ...service.fields, ...prices };
export type PricedOffer = ServiceRow & {
  cost: number;
  discount: number;
  cost_discount: number;
  real_cost: number;
  cost_bonus: number;
  real_cost_with_bonuses: number;
  partial_renew: number;
};

type OfferArguments = ListArguments & {
  service_id?: number | undefined;
  category?: string | undefined;
  user_id?: number | undefined;
};
const offerArguments = listArguments(service, {
  category: field.text({ description: 'LIKE pattern' }),
  ...ofUser,
}) as z.ZodType<OfferArguments>;

/** What a user may order, with his prices; discount of the user, none of the period. */
export const listOffers = operation<OfferArguments, 'rows', Partial<PricedOffer>>({
  id: 'order.offers',
  owner,
  summary: 'What may be ordered, with prices',
  access: 'user',
  http: { method: 'GET', path: '/v1/service/order' },
  args: offerArguments,
  result: 'rows',
  shareable: true,
  item: pricedOffer,
  errors: [404],
});

export const listOffersOfUser = operation<OfferArguments, 'rows', PricedOffer>({
  id: 'order.offers-of-user',
  owner,
  summary: 'What a user may order, with prices',
  access: 'admin',
  http: { method: 'GET', path: '/v1/admin/service/order' },
  args: offerArguments,
  result: 'rows',
  item: pricedOffer,
  errors: [404],
});

/** Orders for oneself: only what the price list has (else 403); 5 orders in 10 minutes and address (else 429). */
export const order = operation({
  id: 'order.create',
  owner,
  summary: 'Orders a service',
  access: 'user',
  http: { method: 'PUT', path: '/v1/service/order' },
  args: argumentsOf(pick(service.fields, ['service_id']), ['service_id']),
  result: 'rows',
  item: { name: service.fields.name, ...userService.fields },
  errors: [404, 429],
});

const orderFields = {
  ...pick(userService.fields, ['user_id', 'service_id', 'settings']),
  auto_bill: userService.fields.auto_bill,
  cost: field.money({ min: 0 }),
  months: field.period(),
  qnt: field.number({ min: 0 }),
  discount: field.percent(),
  bonus: field.money({ min: 0 }),
  end_date: field.date({ description: 'Replaces the expiry when the service got paid' }),
  check_allow_to_order: field.flag({ description: 'Skipped for administrators' }),
  check_exists: field.flag({ description: 'Answer a service of the same tariff that is there instead' }),
  check_exists_unpaid: field.flag({ description: 'The same, NOT PAID ones only' }),
  check_category: field.text({ max: 64, description: 'The same, of a category like this pattern' }),
} as const;

/** Creates the tree of services, an unpaid write-off where it is billed, and tries to pay it (domain.md 3.6). */
export const orderForUser = operation({
  id: 'order.create-for-user',
  owner,
  summary: 'Orders a service for a user',
  access: 'admin',
  http: { method: 'PUT', path: '/v1/admin/service/order' },
  args: argumentsOf(orderFields, ['user_id', 'service_id']),
  result: 'rows',
  item: userServiceView,
  errors: [404],
});

export const orderOperations = [listOffers, listOffersOfUser, order, orderForUser] as const;
