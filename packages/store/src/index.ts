export type { EventOutcome } from './consumed-events.ts';
export { isDuplicateKey, isTimeExpired, isUnavailable } from './driver-errors.ts';
export { EventCursor, type EventCursorOptions, type FetchEvents } from './event-cursor.ts';
export { EventLog } from './event-log.ts';
export { compileFilter, type FilterOptions } from './filter/compile-filter.ts';
export { allOf, anyOf, type Condition, EVERYTHING, NOTHING } from './filter/condition.ts';
export { resolveCustomKeys } from './filter/custom-keys.ts';
export {
  type IdempotencyOptions,
  IdempotencyStore,
  type IdempotentRequest,
  type IdempotentResult,
} from './idempotency-store.ts';
export type { IndexesOfCollection } from './indexes-of-collection.ts';
export { insertDocument } from './insert-document.ts';
export { CREATED_KEY_INDEX, type CreatedKey, insertOnce } from './insert-once.ts';
export type { NumberedDocument } from './insert-with-id.ts';
export { Lease, Leases } from './lease.ts';
export { BATCH_ROWS, type ListOptions, list, mapRows } from './list.ts';
export { type DefaultRestriction, type ListQuery, type ListQueryOptions, listQuery } from './list-query.ts';
export { openStore, type StoreLog, type StoreOptions } from './open-store.ts';
export { Outbox, type OutboxOptions } from './outbox.ts';
export {
  OUTBOX_INDEXES,
  OUTBOX_MAX,
  OUTBOX_WITHOUT_OWN,
  type OutboxDocument,
  type OutboxEntry,
  outboxEntry,
  pushOutbox,
  requireOutboxRoom,
} from './outbox-entry.ts';
export { type OutboxSweeper, type OutboxSweeperOptions, startOutboxSweeper } from './outbox-sweeper.ts';
export { batchedFindByIds, type PointReads } from './point-reads.ts';
export { RateCounter, type RateLimit, type RateVerdict } from './rate-counter.ts';
export { type DecodeOptions, type RowCodec, rowCodec, storedName, textName } from './row-codec.ts';
export type { Store } from './store.ts';
export { dateTextOf, instantOf } from './stored-date.ts';
export { findLive, isTombstone, TOMBSTONE, withoutTombstones } from './tombstone.ts';
export { type OwnChange, type UpdatedEach, type UpdateEachOptions, updateEach } from './update-each.ts';
