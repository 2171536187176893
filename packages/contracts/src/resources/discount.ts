import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** A discount for buying many months at once: the row with the most months that are reached counts (domain.md 1.7). */
export const discount = resource({
  name: 'discount',
  key: 'discount_id',
  fields: {
    discount_id: field.id(),
    title: field.text({ max: 255 }),
    months: field.period(),
    percent: field.percent(),
  },
});
export type DiscountRow = RowOfResource<typeof discount>;
