import { ledgerEntry, listLedger } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { rowCodec } from '@countinghouse/store';
import { listRows } from '../account/row-list.ts';
import type { BillingContext } from '../billing-context.ts';

const codec = rowCodec(ledgerEntry);

export function ledgerList({ collections }: BillingContext) {
  return implement(listLedger, (args) =>
    listRows(collections.ledger, codec, args, { isAdmin: true, equality: ['user_id'] }),
  );
}
