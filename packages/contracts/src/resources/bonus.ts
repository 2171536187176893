import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** A change of the bonus balance (domain.md 1.4); what write-offs take or give back is here as well. */
export const bonus = resource({
  name: 'bonus',
  key: 'id',
  rangeField: 'date',
  fields: {
    id: field.id(),
    user_id: field.id(),
    date: field.date(),
    bonus: field.money({ description: 'Signed, never 0' }),
    comment: field.json({ nullable: true }),
  },
});
export type BonusRow = RowOfResource<typeof bonus>;
