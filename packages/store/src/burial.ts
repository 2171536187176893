import { randomUUID } from 'node:crypto';
import type { Collection, Document, Filter } from 'mongodb';
import { isDuplicateKey } from './driver-errors.ts';
import type { OutboxDocument, OutboxEntry } from './outbox-entry.ts';
import type { Store } from './store.ts';
import { TOMBSTONE } from './tombstone.ts';

/** Where the events of deleted documents wait, apart from the collection, so that keys are free at once. */
export const GRAVES = 'graves';

export interface Grave extends OutboxDocument {
  readonly _id: string;
  readonly outbox: readonly OutboxEntry[];
  readonly tombstone: string;
}

/**
 * Deletes documents that have events to tell, in three steps that may each be repeated: the document becomes a tombstone (this
 * is the deletion), its events move to a grave, the tombstone goes. The sweeper takes up what a crash left.
 */
export class Burials {
  readonly #store: Store;
  readonly #uniqueFields = new Map<string, Promise<readonly string[]>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** The document as it was and the grave to settle; undefined where it did not exist (any more). */
  async bury<T extends OutboxDocument>(
    collection: Collection<T>,
    id: T['_id'],
    entries: readonly OutboxEntry[],
  ): Promise<{ readonly before: T; readonly grave: Grave } | undefined> {
    const name = randomUUID();
    const outbox = { $concatArrays: [{ $ifNull: ['$outbox', []] }, { $literal: entries }] };
    const kept = Object.fromEntries((await this.#uniqueFieldsOf(collection)).map((field) => [field, `$${field}`]));
    // The document as it was travels inside: SecantusDB's `returnDocument: 'before'` is not exact when two meet.
    const stone = { ...kept, _id: '$_id', [TOMBSTONE]: name, outbox, before: '$$ROOT' };
    const isLive = { $eq: [{ $type: `$${TOMBSTONE}` }, 'missing'] };
    const after = await collection.findOneAndUpdate(
      { _id: id } as Filter<T>,
      [{ $replaceWith: { $cond: [isLive, stone, '$$ROOT'] } }],
      { returnDocument: 'after' },
    );
    if (after?.[TOMBSTONE] !== name) return undefined;
    const before = (after as unknown as { readonly before: T }).before;
    const grave = { _id: name, [TOMBSTONE]: name, outbox: [...(before.outbox ?? []), ...entries] };
    await this.#moveToGrave(collection, id, grave);
    return { before, grave };
  }

  /** Moves what stands as a tombstone in the collection to its grave; answers how many. */
  async complete(collection: Collection<OutboxDocument>): Promise<number> {
    const stones = await collection.find({ [TOMBSTONE]: { $exists: true } }).toArray();
    for (const { _id, tombstone: name = '', outbox = [] } of stones) {
      await this.#moveToGrave(collection, _id, { _id: name, [TOMBSTONE]: name, outbox });
    }
    return stones.length;
  }

  async #moveToGrave<T extends OutboxDocument>(
    collection: Collection<T>,
    id: OutboxDocument['_id'],
    grave: Grave,
  ): Promise<void> {
    try {
      await this.#store.collection<Grave>(GRAVES).insertOne(grave);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    await collection.deleteOne({ _id: id, [TOMBSTONE]: grave._id } as unknown as Filter<T>);
  }

  /**
   * A tombstone keeps the fields of unique indexes until it goes: SecantusDB frees a unique value only with the document that
   * still has it.
   */
  #uniqueFieldsOf<T extends Document>(collection: Collection<T>): Promise<readonly string[]> {
    const name = collection.collectionName;
    const known = this.#uniqueFields.get(name) ?? readUniqueFields(collection);
    this.#uniqueFields.set(name, known);
    return known;
  }
}

async function readUniqueFields<T extends Document>(collection: Collection<T>): Promise<readonly string[]> {
  const indexes = await collection.indexes();
  const fields = indexes.filter((index) => index.unique).flatMap((index) => Object.keys(index.key as object));
  return [...new Set(fields)].filter((field) => field !== '_id');
}
