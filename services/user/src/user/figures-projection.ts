import type { BillingEvents } from '@countinghouse/contracts';
import type { EventConsumer } from '@countinghouse/service';
import { userCodec } from './user-rows.ts';
import type { Users } from './users.ts';

/**
 * Keeps balance and bonus beside the users, for filters and order only. Events may come twice and in any order: an older `seq`
 * changes nothing (architecture.md, rule 4).
 */
export function projectFigures(users: Users): EventConsumer {
  const handle: EventConsumer['handle'] = async ({ data }) => {
    const { user_id: userId, seq, balance, bonus } = data as unknown as BillingEvents['account.changed'];
    const older = { $or: [{ seq: { $exists: false } }, { seq: { $lt: seq } }] };
    await users.collection.updateOne(
      { _id: userId, login: { $exists: true }, ...older },
      { $set: { ...userCodec.encode({ balance, bonus }), seq } },
    );
  };
  return { types: ['account.changed'], handle };
}
