import { eraseAccount, Fault } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { BillingContext } from '../billing-context.ts';
import { ROW_COLLECTIONS } from './row-write.ts';
import { settleEntries } from './settle-entries.ts';

/** The ledger stays: it holds ids and amounts, and keeps keys from being used twice. */
export function accountErase({ collections, promos }: BillingContext) {
  return implement(eraseAccount, async ({ user_id }) => {
    const account = await collections.accounts.findOne({ _id: user_id });
    if (!account) return { rows: [] };
    if (!account.closed) throw new Fault(409, 'The account is not closed');
    await settleEntries(collections, [{ userId: user_id, entries: account.pending }]);
    await collections.accounts.updateOne({ _id: user_id }, { $set: { erased: true } });
    await Promise.all(
      ROW_COLLECTIONS.map((name) =>
        collections[name].deleteMany({ $or: [{ user_id }, { 'hidden.user_id': user_id }] }),
      ),
    );
    await promos.collection.deleteMany({ user_id });
    return { rows: [] };
  });
}
