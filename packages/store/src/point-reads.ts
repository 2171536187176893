import type { Collection, Document, Filter } from 'mongodb';
import { isTombstone } from './tombstone.ts';

/** Keys of one query. */
const KEYS_MAX = 1000;

/** The document, or undefined; tombstones are not found. */
export type PointReads<Key, T> = (id: Key) => Promise<T | undefined>;

interface Waiting<T> {
  readonly resolve: (document: T | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads by key of which those asked for in the same tick become one query. Nothing is kept: the next tick reads anew.
 */
export function batchedFindByIds<T extends Document & { readonly _id: number | string }>(
  collection: Collection<T>,
  projection?: Document,
): PointReads<T['_id'], T> {
  let waiting = new Map<T['_id'], Waiting<T>[]>();
  const options = projection ? { projection: { ...projection, tombstone: 1 } } : {};

  const readAll = async (batch: ReadonlyMap<T['_id'], readonly Waiting<T>[]>): Promise<void> => {
    const ids = [...batch.keys()];
    try {
      // A single key is asked for as such: the plainest query there is.
      const filter = { _id: ids.length === 1 ? ids[0] : { $in: ids } } as Filter<T>;
      const documents = (await collection.find(filter, options).toArray()) as unknown as T[];
      const found = new Map(documents.filter((document) => !isTombstone(document)).map((one) => [one._id, one]));
      for (const [id, callers] of batch) for (const { resolve } of callers) resolve(found.get(id));
    } catch (error) {
      for (const callers of batch.values()) for (const { reject } of callers) reject(error);
    }
  };
  const flush = () => {
    const batch = waiting;
    waiting = new Map();
    void readAll(batch);
  };

  return (id) =>
    new Promise((resolve, reject) => {
      // After the promises that are settled in this tick had their turn.
      if (waiting.size === 0) process.nextTick(() => setImmediate(flush));
      if (waiting.size >= KEYS_MAX) flush();
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }]);
    });
}
