import type { BusEvent } from '@countinghouse/bus';
import type { BillingEvents } from '@countinghouse/contracts';
import type { EventBatchConsumer } from '@countinghouse/service';
import { userCodec } from './user-rows.ts';
import type { Users } from './users.ts';

/**
 * Keeps balance and bonus beside the users, for filters and order only. Events may come twice and in any order: an older `seq`
 * changes nothing (architecture.md, rule 4).
 */
export function projectFigures(users: Users): EventBatchConsumer {
  const handleAll = async (events: readonly BusEvent[]): Promise<void> => {
    await users.collection.bulkWrite(
      events.map(({ data }) => ({ updateOne: updateOf(data) })),
      { ordered: false },
    );
  };
  return { types: ['account.changed'], handleAll };
}

function updateOf(data: BusEvent['data']) {
  const { user_id: userId, seq, balance, bonus } = data as unknown as BillingEvents['account.changed'];
  const older = { $or: [{ seq: { $exists: false } }, { seq: { $lt: seq } }] };
  return {
    filter: { _id: userId, login: { $exists: true }, ...older },
    update: { $set: { ...userCodec.encode({ balance, bonus }), seq } },
  };
}
