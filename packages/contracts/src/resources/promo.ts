import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/**
 * A promo code, or the use of a reusable one by a consumer: then `user_id` is the consumer (domain.md 1.16, 2.13). `id` is the
 * code; `promo_id` tells rows of one code apart and is the order of creation.
 */
export const promo = resource({
  name: 'promo',
  key: 'promo_id',
  rangeField: 'created',
  fields: {
    promo_id: field.id({ readOnly: true }),
    id: field.text({ max: 128, description: 'The code' }),
    template_id: field.text({ max: 32, description: 'Rendered when the code is applied' }),
    user_id: field.id({ description: 'Who created the code; of a use, who used it' }),
    created: field.date({ readOnly: true }),
    used: field.date({ nullable: true, readOnly: true, description: 'Null for a code that may be used again' }),
    used_by: field.id({ nullable: true, readOnly: true }),
    settings: field.json({
      shape: 'object',
      default: {},
      description:
        '`status` 0 switches the code off, `reusable` 1 with `quantity` uses left; `public` is shown to its creator',
    }),
    expire: field.date({ nullable: true }),
  },
});
export type PromoRow = RowOfResource<typeof promo>;

/** A promo code as its creator sees it (peer-http-api.md 1B). */
export const ownPromo = resource({
  name: 'promo code',
  key: 'promo_code',
  rangeField: 'created',
  fields: {
    promo_code: field.text({ max: 128 }),
    created: field.date(),
    expire: field.date({ nullable: true }),
    reusable: field.flag(),
    status: field.flag(),
    used: field.flag({ description: 'Always 0 for a reusable code' }),
    used_date: field.date({ nullable: true }),
    used_by: field.id({ nullable: true }),
    settings: field.json({ shape: 'object', description: 'Only the member `public`' }),
  },
});
export type OwnPromoRow = RowOfResource<typeof ownPromo>;
