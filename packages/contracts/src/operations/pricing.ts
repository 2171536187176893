import { z } from 'zod';
import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { pricedService } from './priced-service.ts';

/** Prices without effects, for price lists and previews; asked by service-lifecycle. */
const owner = 'billing';
const PRICED_AT_ONCE_MAX = 1000;

const quoteItem = z.object({
  service: pricedService,
  cost: field.money({ min: 0 }).schema.optional(),
  months: field.period().schema.optional(),
  qnt: field.number({ min: 0 }).schema.optional(),
  discount: field.percent().schema.optional(),
  bonus: field.money({ min: 0 }).schema.optional(),
  withdraw_date: field.date().schema.optional(),
});

/** The answer to one item, in the order of the question. */
export interface Quote {
  readonly cost: number;
  readonly months: number;
  readonly qnt: number;
  readonly discount: number;
  readonly bonus: number;
  readonly total: number;
  readonly withdraw_date: string;
  readonly end_date: string;
}

/** The price of write-offs as they would be made now (domain.md 2.1). */
export const quotePrices = operation<
  { user_id: number; at: string; items: z.infer<typeof quoteItem>[] },
  'rows',
  Quote
>({
  id: 'price.quote',
  owner,
  summary: 'Prices write-offs',
  access: 'internal',
  args: z.object({
    user_id: field.id().schema,
    at: field.date().schema,
    items: z.array(quoteItem).max(PRICED_AT_ONCE_MAX),
  }),
  result: 'rows',
  errors: [404],
});

const offer = z.object({
  service: pricedService,
  /** The children that are paid together with a composite. */
  children: z.array(z.object({ cost: field.money({ min: 0 }).schema, qnt: field.number({ min: 0 }).schema })).max(1000),
});

/** The price columns of one offer, in the order of the question. */
export interface OfferPrice {
  readonly service_id: number;
  readonly cost: number;
  readonly discount: number;
  readonly cost_discount: number;
  readonly real_cost: number;
  readonly cost_bonus: number;
  readonly real_cost_with_bonuses: number;
  readonly partial_renew: number;
}

/** The price columns of a price list (domain.md 2.15). */
export const pricePriceList = operation<{ user_id: number; offers: z.infer<typeof offer>[] }, 'rows', OfferPrice>({
  id: 'pricelist.price',
  owner,
  summary: 'Prices a price list for a user',
  access: 'internal',
  args: z.object({ user_id: field.id().schema, offers: z.array(offer).max(PRICED_AT_ONCE_MAX) }),
  result: 'rows',
  errors: [404],
});

export const pricingOperations = [quotePrices, pricePriceList] as const;
