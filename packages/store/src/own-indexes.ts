import { GRAVES } from './burial.ts';
import type { IndexesOfCollection } from './indexes-of-collection.ts';
import { OUTBOX_INDEXES } from './outbox-entry.ts';

const DAY_SECONDS = 86_400;

/** Indexes of the collections that belong to this package; made when a store is opened. */
export const OWN_INDEXES: readonly IndexesOfCollection[] = [
  {
    collection: 'events',
    indexes: [
      { key: { event_id: 1 }, name: 'event_id', unique: true },
      { key: { stored_at: 1 }, name: 'expiry', expireAfterSeconds: 30 * DAY_SECONDS },
    ],
  },
  // Longer than events are kept, so that none of them can be taken for new.
  { collection: 'consumed', indexes: [{ key: { at: 1 }, name: 'expiry', expireAfterSeconds: 31 * DAY_SECONDS }] },
  {
    collection: 'idempotency_keys',
    indexes: [{ key: { created_at: 1 }, name: 'expiry', expireAfterSeconds: 30 * DAY_SECONDS }],
  },
  { collection: GRAVES, indexes: OUTBOX_INDEXES },
  { collection: 'rate_counters', indexes: [{ key: { expires_at: 1 }, name: 'expiry', expireAfterSeconds: 0 }] },
];
