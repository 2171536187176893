import { readFigures } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { batchedFindByIds } from '@countinghouse/store';
import type { BillingContext } from '../billing-context.ts';
import { figuresOf } from './account-events.ts';

const FIGURES = { balance: 1, bonus: 1, credit: 1, discount: 1, can_overdraft: 1, erased: 1 };

/** A hot path: requests that arrive together share one read. */
export function accountFigures({ collections }: BillingContext) {
  const read = batchedFindByIds(collections.accounts, FIGURES);
  return implement(readFigures, async ({ user_ids }) => {
    const accounts = await Promise.all([...new Set(user_ids)].map(read));
    return { rows: accounts.flatMap((account) => (account && !account.erased ? [figuresOf(account)] : [])) };
  });
}
