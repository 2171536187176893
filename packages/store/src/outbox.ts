import type { ServiceName, StoredEvent } from '@countinghouse/contracts';
import type { Collection } from 'mongodb';
import { Burials, GRAVES } from './burial.ts';
import { EventLog } from './event-log.ts';
import type { StoreLog } from './open-store.ts';
import { OUTBOX_WITHOUT_OWN, type OutboxDocument, type OutboxEntry } from './outbox-entry.ts';
import type { Store } from './store.ts';
import { updateEach } from './update-each.ts';

export interface OutboxOptions {
  readonly store: Store;
  readonly owner: ServiceName;
  /** Sends to the stream. May fail: consumers also ask the owner, and the entries stay until it worked. */
  readonly publish: (events: readonly StoredEvent[]) => Promise<void>;
  readonly log: StoreLog;
}

/** Is told which entries of a document are settled, to take them out of it. */
export type RemovalTaker = (documentId: OutboxDocument['_id'], entryIds: readonly string[]) => void;

/** Documents that are settled together. */
const DOCUMENTS_MAX = 100;
/** Younger entries are left to the request that wrote them. */
const SWEEP_AGE_MS = 5_000;

type Settled = Pick<OutboxDocument, '_id' | 'outbox' | 'tombstone'>;

/**
 * Brings events from the documents into the world: stored and numbered in the owner's `events`, published, and only then taken out
 * of the document. Every step may be repeated, so a crash between any two loses nothing.
 */
export class Outbox {
  readonly events: EventLog;
  readonly #options: OutboxOptions;
  readonly #burials: Burials;
  readonly #waiting = new Map<string, Map<OutboxDocument['_id'], Settled[]>>();
  readonly #removers = new Map<string, RemovalTaker>();
  #settling: Promise<void> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#burials = new Burials(options.store);
    this.events = new EventLog(options.store, options.owner);
  }

  /** Settles what these documents hold: one insert, one publication, one write. Throws where a step failed; the entries stay then. */
  async settleMany(collection: string, documents: readonly Settled[]): Promise<number> {
    const stored = await this.#store(documents);
    await this.#remove(this.#collection(collection), documents);
    return stored;
  }

  /** Answers how many events the world knows now. */
  async #store(documents: readonly Settled[]): Promise<number> {
    const entries = documents.flatMap((document) => document.outbox ?? []);
    const stored = await this.events.append(dropRepeated(entries));
    if (stored.length > 0) await this.#options.publish(stored);
    return stored.length;
  }

  /** Takes the entries out of the documents; graves without any go. */
  async #remove(collection: Collection<OutboxDocument>, documents: readonly Settled[]): Promise<void> {
    const settled = documents.filter(({ outbox = [] }) => outbox.length > 0);
    const removals = settled.map(({ _id, outbox = [] }) => ({ _id, eventIds: outbox.map(({ id }) => id) }));
    await updateEach(collection, removals, { to: { $mergeObjects: ['$$ROOT', { outbox: OUTBOX_WITHOUT_OWN }] } });
    const graves = documents.filter(({ tombstone }) => tombstone !== undefined).map(({ _id }) => _id);
    if (graves.length > 0) await collection.deleteMany({ _id: { $in: graves }, outbox: { $size: 0 } });
  }

  async #settleGroup(collection: string, documents: readonly Settled[]): Promise<void> {
    const taker = this.#removers.get(collection);
    if (!taker) {
      await this.settleMany(collection, documents);
      return;
    }
    await this.#store(documents);
    for (const { _id, outbox = [] } of documents) {
      taker(
        _id,
        outbox.map(({ id }) => id),
      );
    }
  }

  /**
   * From now on `settleSoon` leaves the entries of this collection's documents where they are and says that they are settled:
   * who writes these documents often removes them with writes of his own. Sweeps remove what is left.
   */
  leaveRemovals(collection: string, taker: RemovalTaker): void {
    this.#removers.set(collection, taker);
  }

  settle(collection: string, document: Settled): Promise<number> {
    return this.settleMany(collection, [document]);
  }

  /**
   * Settles after the answer, together with others that wait. A failure is logged: the sweeper repeats it.
   * Give it the document after the change, or just its `_id` and the new entries.
   */
  settleSoon(collection: string, document: Settled): void {
    const waiting = this.#waiting.get(collection) ?? new Map<OutboxDocument['_id'], Settled[]>();
    this.#waiting.set(collection, waiting);
    waiting.set(document._id, [...(waiting.get(document._id) ?? []), document]);
    this.#settling ??= this.#settleWaiting();
  }

  /**
   * Deletes a document and tells of it: nobody finds it from now on, its unique values are free when this resolves, and its
   * events, with `entries` last, are settled soon. Answers the document as it was, or undefined where it did not exist (any more).
   */
  async bury<T extends OutboxDocument>(
    collection: string,
    id: T['_id'],
    entries: readonly OutboxEntry[],
  ): Promise<T | undefined> {
    const buried = await this.#burials.bury(this.#options.store.collection<T>(collection), id, entries);
    if (buried) this.settleSoon(GRAVES, buried.grave);
    return buried?.before;
  }

  /** Resolves when nothing waits any more: before the process ends, and for tests. */
  async drain(): Promise<void> {
    while (this.#settling) await this.#settling;
  }

  /** Settles what a crash or a failed publication left in these collections; answers how many events. */
  async sweep(collections: readonly string[], olderThanMs: number = SWEEP_AGE_MS): Promise<number> {
    let settled = 0;
    for (const name of collections) await this.#burials.complete(this.#collection(name));
    for (const name of [...collections, GRAVES]) {
      for (let documents = await this.#left(name, olderThanMs); documents.length > 0; ) {
        settled += await this.settleMany(name, documents);
        documents = documents.length < DOCUMENTS_MAX ? [] : await this.#left(name, olderThanMs);
      }
    }
    await this.#collection(GRAVES).deleteMany({ outbox: { $size: 0 } });
    return settled;
  }

  async #left(name: string, olderThanMs: number): Promise<Settled[]> {
    return this.#collection(name)
      .find({ 'outbox.queued_at': { $lte: new Date(Date.now() - olderThanMs) } })
      .project<Settled>({ outbox: 1, tombstone: 1 })
      .limit(DOCUMENTS_MAX)
      .toArray();
  }

  async #settleWaiting(): Promise<void> {
    await new Promise(setImmediate);
    for (const [name, waiting] of this.#waiting) {
      this.#waiting.delete(name);
      const documents = [...waiting.values()].map(merged);
      for (let at = 0; at < documents.length; at += DOCUMENTS_MAX) {
        try {
          await this.#settleGroup(name, documents.slice(at, at + DOCUMENTS_MAX));
        } catch (error) {
          this.#options.log.warn({ err: error, collection: name }, 'events stay in their documents for now');
        }
      }
    }
    this.#settling = this.#waiting.size > 0 ? this.#settleWaiting() : undefined;
  }

  #collection(name: string): Collection<OutboxDocument> {
    return this.#options.store.collection<OutboxDocument>(name);
  }
}

function merged(documents: readonly Settled[]): Settled {
  const [first] = documents;
  if (!first || documents.length === 1) return first as Settled;
  return { ...Object.assign({}, ...documents), outbox: documents.flatMap((document) => document.outbox ?? []) };
}

function dropRepeated<T extends { readonly id: string }>(entries: readonly T[]): T[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}
