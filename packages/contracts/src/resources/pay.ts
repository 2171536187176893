import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** A payment (peer-http-api.md A6). A plain comment is kept as `{comment: text}`. */
export const pay = resource({
  name: 'pay',
  key: 'id',
  rangeField: 'date',
  fields: {
    id: field.id({ readOnly: true }),
    user_id: field.id(),
    pay_system_id: field.text({ nullable: true, max: 32, description: 'Free word, such as manual' }),
    money: field.money({ description: 'May be 0 or negative' }),
    date: field.date(),
    comment: field.json({ nullable: true, hidden: true }),
    uniq_key: field.text({
      nullable: true,
      max: 255,
      hidden: true,
      description: 'A repeat answers the stored payment',
    }),
  },
});
export type PayRow = RowOfResource<typeof pay>;
