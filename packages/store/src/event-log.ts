import type { ServiceName, StoredEvent } from '@countinghouse/contracts';
import { type Collection, type Document, MongoBulkWriteError } from 'mongodb';
import type { OutboxEntry } from './outbox-entry.ts';
import type { Store } from './store.ts';

interface EventDocument extends Document {
  /** The sequence. */
  readonly _id: number;
  readonly event_id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: string;
  /** Real time, for expiry. */
  readonly stored_at: Date;
}

const EVENTS = 'events';
const DUPLICATE_KEY = 11000;

/** The owner's events of the last 30 days, numbered. Numbers may appear out of order within seconds: readers trail. */
export class EventLog {
  readonly #owner: ServiceName;
  readonly #store: Store;
  readonly #events: Collection<EventDocument>;

  constructor(store: Store, owner: ServiceName) {
    this.#owner = owner;
    this.#store = store;
    this.#events = store.collection<EventDocument>(EVENTS);
  }

  /** Stores entries, each once whoever else settles it, and answers them numbered. */
  async append(entries: readonly OutboxEntry[]): Promise<StoredEvent[]> {
    if (entries.length === 0) return [];
    const sequences = await this.#store.nextIds(EVENTS, entries.length);
    const storedAt = new Date();
    const documents = entries.map(
      ({ id, type, at, data }, index): EventDocument => ({
        _id: sequences[index] ?? 0,
        event_id: id,
        type,
        at,
        data,
        stored_at: storedAt,
      }),
    );
    const known = await this.#insertNew(documents);
    return documents
      .map((document) => known.get(document.event_id) ?? document)
      .map((document) => this.#eventOf(document))
      .sort((a, b) => a.sequence - b.sequence);
  }

  /** Up to `limit` events that follow a sequence, in order. */
  async after(sequence: number, limit: number): Promise<StoredEvent[]> {
    const documents = await this.#events.find({ _id: { $gt: sequence } }, { sort: { _id: 1 }, limit }).toArray();
    return documents.map((document) => this.#eventOf(document));
  }

  /** The sequence of the newest event; 0 where there is none. */
  async last(): Promise<number> {
    const [newest] = await this.#events.find({}, { sort: { _id: -1 }, limit: 1, projection: { _id: 1 } }).toArray();
    return newest?._id ?? 0;
  }

  /** Answers those that were stored before, by id. */
  async #insertNew(documents: readonly EventDocument[]): Promise<ReadonlyMap<string, EventDocument>> {
    try {
      await this.#events.insertMany(documents, { ordered: false });
      return new Map();
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error;
      const refused = [error.writeErrors].flat();
      if (refused.length === 0 || refused.some((one) => one.code !== DUPLICATE_KEY)) throw error;
      const ids = refused.map((one) => documents[one.index]?.event_id ?? '');
      const known = await this.#events.find({ event_id: { $in: ids } }).toArray();
      if (known.length < new Set(ids).size) throw error;
      return new Map(known.map((document) => [document.event_id, document]));
    }
  }

  #eventOf({ _id, event_id, type, at, data }: EventDocument): StoredEvent {
    return { id: event_id, owner: this.#owner, sequence: _id, type, at: at.toISOString(), data: JSON.parse(data) };
  }
}
