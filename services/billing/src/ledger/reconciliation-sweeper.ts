import { randomUUID } from 'node:crypto';
import type { Sweeper } from '@countinghouse/service';
import { Leases, type StoreLog } from '@countinghouse/store';
import type { BillingContext } from '../billing-context.ts';
import { proveLedger } from './prove-ledger.ts';

const INTERVAL_MS = 600_000;
/** Once in this time on all replicas together: the lease is not given back. */
const PERIOD_MS = 3_600_000;

/** Proves the ledger once an hour and reports every difference (architecture.md, rule 5). */
export function reconciliationSweeper({ store, collections }: BillingContext, log: StoreLog): Sweeper {
  const leases = new Leases(store);
  const holder = randomUUID();
  return {
    name: 'ledger reconciliation',
    intervalMs: INTERVAL_MS,
    sweep: async () => {
      if (!(await leases.acquire('ledger reconciliation', holder, PERIOD_MS))) return 0;
      const proof = await proveLedger(collections);
      for (const difference of proof.differences) log.error({ difference }, 'the ledger does not agree');
      return proof.differences.length;
    },
  };
}
