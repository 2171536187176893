import { listPromos, readPromos } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { listRows } from '../account/row-list.ts';
import type { BillingContext } from '../billing-context.ts';
import { promoCodec, refOfCode } from './promo-document.ts';

export function promoList({ promos }: BillingContext) {
  return implement(listPromos, (args) =>
    listRows(promos.collection, promoCodec, args, { isAdmin: true, equality: ['id', 'user_id'] }),
  );
}

export function promoRead({ promos }: BillingContext) {
  return implement(readPromos, async ({ codes }) => {
    const found = await promos.collection.find({ ref: { $in: codes.map(refOfCode) } }).toArray();
    return { rows: found.map((document) => promoCodec.decode(document)) };
  });
}
