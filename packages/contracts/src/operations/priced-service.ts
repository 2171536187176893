import { z } from 'zod';
import * as field from '../field.ts';

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
