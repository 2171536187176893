import type { LedgerProof } from '@countinghouse/contracts';
import { openStore, type StoreLog } from '@countinghouse/store';
import { collectionsOf } from '../collections.ts';
import { proveLedger } from './prove-ledger.ts';

/** Proves the ledger of the system whose database this is, running or not (decisions.md 20). */
export async function verifyDatabase(mongoUrl: string, log: StoreLog): Promise<LedgerProof> {
  const store = await openStore({ url: mongoUrl, database: 'billing', appName: 'verify-ledger', log });
  try {
    return await proveLedger(collectionsOf(store));
  } finally {
    await store.close();
  }
}
