import type { Sweeper } from '@countinghouse/service';
import type { BillingContext } from '../billing-context.ts';
import { settleEntries } from './settle-entries.ts';

/** Younger entries are left to the request that wrote them. */
const AGE_MS = 5_000;
const INTERVAL_MS = 5_000;
const ACCOUNTS_MAX = 100;

/** Settles what a crash left between the write of an account and the settling of its entries. */
export function pendingSweeper(context: BillingContext): Sweeper {
  return { name: 'pending entries', intervalMs: INTERVAL_MS, sweep: () => sweepPending(context, AGE_MS) };
}

/** Answers how many entries were settled. */
export async function sweepPending(
  { collections, partners, removals }: BillingContext,
  olderThanMs: number,
): Promise<number> {
  await removals.drain();
  const before = new Date(Date.now() - olderThanMs);
  const accounts = await collections.accounts
    .find({ 'pending.queued_at': { $lte: before } }, { projection: { pending: 1 } })
    .limit(ACCOUNTS_MAX)
    .toArray();
  await settleEntries(
    collections,
    accounts.map(({ _id, pending }) => ({ userId: _id, entries: pending })),
  );
  for (const { _id, pending } of accounts) {
    for (const entry of pending) if (entry.partner && entry.queued_at <= before) await partners.give(_id, entry);
  }
  return accounts.reduce((count, account) => count + account.pending.length, 0);
}
