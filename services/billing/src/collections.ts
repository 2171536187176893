import { CREATED_KEY_INDEX, type IndexesOfCollection, type Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';
import type { AccountDocument } from './account/account-document.ts';
import type { RowDocument } from './account/row-write.ts';
import type { DiscountDocument } from './discount/discount-document.ts';
import type { LedgerDocument } from './ledger/ledger-document.ts';

/** The collections of billing. */
export interface Collections {
  readonly accounts: Collection<AccountDocument>;
  readonly ledger: Collection<LedgerDocument>;
  readonly pays: Collection<RowDocument>;
  readonly withdraws: Collection<RowDocument>;
  readonly bonuses: Collection<RowDocument>;
  readonly discounts: Collection<DiscountDocument>;
  /** The projection of the configuration, one document per key. */
  readonly config: Collection<Document & { readonly _id: string }>;
}

export const ACCOUNTS = 'accounts';
export const PROMOS = 'promos';

export function collectionsOf(store: Store): Collections {
  return {
    accounts: store.collection(ACCOUNTS),
    ledger: store.collection('ledger'),
    pays: store.collection('pays'),
    withdraws: store.collection('withdraws'),
    bonuses: store.collection('bonuses'),
    discounts: store.collection('discounts'),
    config: store.collection('config'),
  };
}

const byUser = { key: { user_id: 1 } };
const ofDeleted = [
  { key: { tombstone: 1 }, sparse: true },
  { key: { 'hidden.user_id': 1 }, sparse: true },
];

export const INDEXES: readonly IndexesOfCollection[] = [
  { collection: ACCOUNTS, indexes: [{ key: { 'pending.queued_at': 1 }, sparse: true }] },
  { collection: 'ledger', indexes: [{ key: { ref: 1 }, unique: true }, byUser, { key: { date: 1 } }] },
  { collection: 'pays', indexes: [byUser, { key: { date: 1 } }, ...ofDeleted] },
  {
    collection: 'withdraws',
    indexes: [byUser, { key: { user_service_id: 1 } }, { key: { withdraw_date: 1 } }, ...ofDeleted.slice(0, 1)],
  },
  { collection: 'bonuses', indexes: [byUser, { key: { date: 1 } }, ...ofDeleted] },
  {
    collection: PROMOS,
    indexes: [
      { key: { ref: 1 }, unique: true },
      { key: { cause: 1 }, unique: true },
      { key: { id: 1 } },
      byUser,
      { key: { 'underway.use_key': 1 }, sparse: true },
    ],
  },
  { collection: 'discounts', indexes: [{ key: { months: 1 }, unique: true }, CREATED_KEY_INDEX] },
];
