import {
  addDiscount,
  changeDiscount,
  type DiscountRow,
  deleteDiscount,
  discount,
  Fault,
  listDiscounts,
  objectNotFound,
} from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { insertOnce, isDuplicateKey, rowCodec } from '@countinghouse/store';
import { listRows } from '../account/row-list.ts';
import type { BillingContext } from '../billing-context.ts';
import type { DiscountDocument } from './discount-document.ts';

const codec = rowCodec(discount);

export function discountList({ collections }: BillingContext) {
  return implement(listDiscounts, (args) => listRows(collections.discounts, codec, args, { isAdmin: true }));
}

export function discountAdd({ store, collections }: BillingContext) {
  return implement(addDiscount, async (args, { key }) => {
    const fields = codec.encodeNew(args);
    const added = await once(() =>
      insertOnce<DiscountDocument>(collections.discounts, key, (created) =>
        store.insertWithId('discounts', (id) => ({ ...(fields as DiscountDocument), ...created, _id: id })),
      ),
    );
    return { rows: [codec.decode(added)] };
  });
}

export function discountChange({ collections }: BillingContext) {
  return implement(changeDiscount, async ({ discount_id, ...args }) => {
    const fields = codec.encode(args as Partial<DiscountRow>);
    const filter = { _id: discount_id };
    const after = await once(() =>
      Object.keys(fields).length === 0
        ? collections.discounts.findOne(filter)
        : collections.discounts.findOneAndUpdate(filter, { $set: fields }, { returnDocument: 'after' }),
    );
    if (!after) throw objectNotFound();
    return { rows: [codec.decode(after)] };
  });
}

export function discountDelete({ collections }: BillingContext) {
  return implement(deleteDiscount, async ({ discount_id }) => {
    const { deletedCount } = await collections.discounts.deleteOne({ _id: discount_id });
    if (deletedCount === 0) throw objectNotFound();
    return { rows: ['1'] };
  });
}

async function once<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) throw new Fault(409, 'There is a discount for these months already', { cause: error });
    throw error;
  }
}
