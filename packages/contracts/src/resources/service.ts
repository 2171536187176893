import * as field from '../field.ts';
import type { JsonObject } from '../json.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** The catalogue of services (peer-http-api.md A1, domain.md 1.6). `children` is written through its own sub-resource. */
export const service = resource({
  name: 'service',
  key: 'service_id',
  fields: {
    service_id: field.id(),
    name: field.text({
      max: 255,
      description: 'A name in braces after a dollar sign is filled from the settings of the user service',
    }),
    cost: field.money({ min: 0, description: 'Price of one period' }),
    period: field.period({ default: 1, description: 'M.DDHH; 0 is paid once and never renewed' }),
    category: field.text({ max: 64, description: 'Binds service events to services' }),
    children: field.json({ nullable: true, hidden: true, shape: 'array', description: 'Array of {service_id, qnt}' }),
    next: field.integer({
      nullable: true,
      default: 0,
      hidden: true,
      min: -1,
      description: 'Service that follows at the end of the period; -1 removes, 0 and null renew',
    }),
    allow_to_order: field.flag({ nullable: true, default: 0, hidden: true }),
    max_count: field.integer({ nullable: true, hidden: true }),
    question: field.integer({ nullable: true, hidden: true }),
    pay_always: field.flag({ nullable: true, default: 0, hidden: true, description: 'Billed as a child too' }),
    no_discount: field.flag({ nullable: true, default: 0, hidden: true }),
    descr: field.text({ nullable: true, max: 4000 }),
    pay_in_credit: field.flag({ nullable: true, default: 0, hidden: true }),
    config: field.json({ nullable: true, hidden: true, shape: 'object' }),
    is_composite: field.flag({ default: 0, hidden: true, description: 'Parent and children are paid together or not' }),
    deleted: field.flag({ default: 0, hidden: true }),
  },
});
export type ServiceRow = RowOfResource<typeof service>;

/** One member of `children`. */
export interface ServiceChild {
  readonly service_id: number;
  readonly qnt: number;
}

/** The known members of `config`; free data may stand beside them. */
export type ServiceConfig = JsonObject & {
  readonly no_auto_renew?: boolean | number;
  readonly no_money_back?: boolean | number;
  readonly allow_return_full_wd?: boolean | number;
  readonly allow_partial_period?: boolean | number;
  readonly limit_bonus_percent?: number;
  readonly order_only_once?: boolean | number;
};
