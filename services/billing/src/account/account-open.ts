import { openAccount, userNotFound } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { isDuplicateKey } from '@countinghouse/store';
import type { BillingContext } from '../billing-context.ts';
import type { AccountDocument } from './account-document.ts';
import { figuresOf } from './account-events.ts';
import { storedTerms } from './account-terms.ts';

export function accountOpen({ collections }: BillingContext) {
  return implement(openAccount, async ({ user_id, ...terms }) => {
    const opened = newAccount(user_id, terms);
    try {
      await collections.accounts.insertOne(opened);
      return { rows: [figuresOf(opened)] };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const account = await collections.accounts.findOne({ _id: user_id });
    if (!account || account.closed) throw userNotFound();
    return { rows: [figuresOf(account)] };
  });
}

/** An account without entries. */
export function newAccount(userId: number, terms: Parameters<typeof storedTerms>[0] = {}): AccountDocument {
  const none = { credit: 0, discount: 0, can_overdraft: 0, partner_id: null, income_percent: null };
  const figures = { balance: 0, bonus: 0, ...none, ...storedTerms(terms) };
  return { _id: userId, ...figures, closed: false, seq: 0, last_hash: '', pending: [], outbox: [] };
}
