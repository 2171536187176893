import { randomUUID } from 'node:crypto';
import { Fault, type JsonObject } from '@countinghouse/contracts';
import type { Document, IndexDescription } from 'mongodb';

/** An event that waits inside the document whose change it tells of (architecture.md, rule 3). */
export interface OutboxEntry {
  readonly id: string;
  readonly type: string;
  /** Business time. */
  readonly at: Date;
  /** JSON text: lossless, whatever names the members have. */
  readonly data: string;
  /** Real time, for the sweeper. */
  readonly queued_at: Date;
}

/** A document that may hold events. */
export interface OutboxDocument extends Document {
  readonly _id: number | string;
  readonly outbox?: readonly OutboxEntry[];
  readonly tombstone?: string;
}

/** Events that one document may hold; more means that they are not settled any more. */
export const OUTBOX_MAX = 64;

/** To be made on every collection with outboxes: finds the documents that a crash left, and the tombstones. */
export const OUTBOX_INDEXES: readonly IndexDescription[] = [
  { key: { 'outbox.queued_at': 1 }, name: 'outbox', sparse: true },
  { key: { tombstone: 1 }, name: 'tombstone', sparse: true },
];

/**
 * An entry for the array `outbox`. `id` should follow from the cause (`charge:7:charged`), so that doing it twice tells it once;
 * `at` is business time.
 */
export function outboxEntry(type: string, data: JsonObject, at: Date, id: string = randomUUID()): OutboxEntry {
  return { id, type, at, data: JSON.stringify(data), queued_at: new Date() };
}

/** The part of an update that adds entries: `{...pushOutbox([entry]), $set: …}`. */
export function pushOutbox(entries: readonly OutboxEntry[]): Document {
  return entries.length === 0 ? {} : { $push: { outbox: { $each: entries } } };
}

/** In `updateEach`: the outbox without the events whose ids the change brings as `eventIds`. */
export const OUTBOX_WITHOUT_OWN: Document = {
  $filter: { input: { $ifNull: ['$outbox', []] }, cond: { $not: [{ $in: ['$$this.id', '$$own.eventIds'] }] } },
};

/** Before a change: a document whose events are not settled takes no more of them (Fault 503). */
export function requireOutboxRoom(document: Pick<OutboxDocument, 'outbox'>, entries = 1): void {
  if ((document.outbox?.length ?? 0) + entries > OUTBOX_MAX) {
    throw new Fault(503, 'Too many changes of this object wait to be published', { retryAfterSeconds: 5 });
  }
}
