import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';

/** A write-off: one period of one user service (domain.md 1.5). `withdraw_date` null means unpaid. */
export const withdraw = resource({
  name: 'withdraw',
  key: 'withdraw_id',
  rangeField: 'withdraw_date',
  fields: {
    withdraw_id: field.id(),
    user_id: field.id(),
    create_date: field.date({ readOnly: true }),
    withdraw_date: field.date({ nullable: true, readOnly: true, description: 'When it was paid; null is unpaid' }),
    end_date: field.date({ nullable: true, readOnly: true, description: 'Last second of the paid period' }),
    cost: field.money({ min: 0, description: 'Price of one period of the service when the row was made' }),
    discount: field.percent({ default: 0 }),
    bonus: field.money({ default: 0, min: 0, description: 'The part that bonus paid' }),
    months: field.period({ default: 1, description: 'M.DDHH; after a refund the period that was used' }),
    total: field.money({ default: 0, readOnly: true, description: 'The part that money pays' }),
    service_id: field.id(),
    qnt: field.number({ default: 1, min: 0, description: 'Less than 1 counts as 1' }),
    user_service_id: field.id(),
  },
});
export type WithdrawRow = RowOfResource<typeof withdraw>;
