import { verifyLedger } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { BillingContext } from '../billing-context.ts';
import { proveLedger } from './prove-ledger.ts';

export function ledgerVerify({ collections }: BillingContext) {
  return implement(verifyLedger, async ({ user_id }) => ({ rows: [await proveLedger(collections, user_id)] }));
}
