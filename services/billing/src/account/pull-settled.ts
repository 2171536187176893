import { OUTBOX_WITHOUT_OWN, updateEach } from '@countinghouse/store';
import type { Collections } from '../collections.ts';

/** What is settled of an account: entries by seq, events by id. */
export interface SettledParts {
  readonly userId: number;
  readonly seqs: readonly number[];
  readonly eventIds: readonly string[];
}

const PENDING_WITHOUT_OWN = { $filter: { input: '$pending', cond: { $not: [{ $in: ['$$this.seq', '$$own.seqs'] }] } } };

/** Takes what is settled out of the accounts, each of which comes once. */
export async function pullSettled(accounts: Collections['accounts'], settled: readonly SettledParts[]): Promise<void> {
  const pulls = settled
    .filter(({ seqs, eventIds }) => seqs.length + eventIds.length > 0)
    .map(({ userId: _id, seqs, eventIds }) => ({ _id, seqs, eventIds }));
  const to = { $mergeObjects: ['$$ROOT', { pending: PENDING_WITHOUT_OWN, outbox: OUTBOX_WITHOUT_OWN }] };
  await updateEach(accounts, pulls, { to });
}
