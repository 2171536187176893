import { bonus, listBonuses, readBonuses } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { rowCodec } from '@countinghouse/store';
import { listRows } from '../account/row-list.ts';
import type { BillingContext } from '../billing-context.ts';

const codec = rowCodec(bonus);

export function bonusList({ collections }: BillingContext) {
  return implement(listBonuses, (args) =>
    listRows(collections.bonuses, codec, args, { isAdmin: true, equality: ['user_id'] }),
  );
}

export function bonusRead({ collections }: BillingContext) {
  return implement(readBonuses, async ({ ids }) => {
    const rows = await collections.bonuses.find({ _id: { $in: ids }, tombstone: { $exists: false } }).toArray();
    return { rows: rows.map((row) => codec.decode(row)) };
  });
}
