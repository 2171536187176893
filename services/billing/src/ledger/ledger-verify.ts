import { userNotFound, verifyLedger } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { BillingContext } from '../billing-context.ts';
import type { Collections } from '../collections.ts';
import { proveLedger } from './prove-ledger.ts';

export function ledgerVerify({ collections }: BillingContext) {
  return implement(verifyLedger, async ({ user_id }) => {
    if (user_id !== undefined) await requireAccount(collections, user_id);
    return { rows: [await proveLedger(collections, user_id)] };
  });
}

/** A closed account can be proved as well. */
async function requireAccount({ accounts }: Collections, userId: number): Promise<void> {
  if (!(await accounts.findOne({ _id: userId }, { projection: { _id: 1 } }))) throw userNotFound();
}
