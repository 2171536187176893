import { field, resource } from '@countinghouse/contracts';

/** A resource with a field of every kind. */
export const things = resource({
  name: 'things',
  key: 'thing_id',
  rangeField: 'created',
  fields: {
    thing_id: field.id(),
    user_id: field.id(),
    name: field.text(),
    login: field.text({ nullable: true }),
    status: field.text({ oneOf: ['ACTIVE', 'BLOCK', 'NOT PAID'], default: 'ACTIVE' }),
    money: field.money({ nullable: true }),
    period: field.period({ default: 1 }),
    quantity: field.number({ nullable: true }),
    block: field.flag({ default: 0 }),
    created: field.date({ nullable: true }),
    settings: field.json({ nullable: true }),
    comment: field.text({ nullable: true, hidden: true }),
  },
});
