import type { BusEvent } from '@countinghouse/bus';
import type { BillingEvents } from '@countinghouse/contracts';
import type { EventBatchConsumer } from '@countinghouse/service';
import { updateEach } from '@countinghouse/store';
import { userCodec } from './user-rows.ts';
import type { Users } from './users.ts';

type Figures = BillingEvents['account.changed'];

/**
 * Keeps balance and bonus beside the users, for filters and order only. Events may come twice and in any order: an older `seq`
 * changes nothing (architecture.md, rule 4).
 */
export function projectFigures(users: Users): EventBatchConsumer {
  const handleAll = async (events: readonly BusEvent[]): Promise<void> => {
    await updateEach(users.collection, latestOf(events).map(changeOf), { where: IS_NEWER });
  };
  return { types: ['account.changed'], handleAll };
}

/** For users that are whole; a seq that is missing is older than any. */
const IS_NEWER = { $and: [{ $gt: ['$login', null] }, { $lt: ['$seq', '$$own.set.seq'] }] };

/** Of several of one account the last. */
function latestOf(events: readonly BusEvent[]): Figures[] {
  const figures = events.map(({ data }) => data as unknown as Figures).sort((a, b) => a.seq - b.seq);
  return [...new Map(figures.map((one) => [one.user_id, one])).values()];
}

function changeOf({ user_id: _id, seq, balance, bonus }: Figures) {
  return { _id, set: { ...userCodec.encode({ balance, bonus }), seq } };
}
