import type { Collection, Document, Filter, IndexDescription } from 'mongodb';
import { isDuplicateKey } from './driver-errors.ts';

/** To be made on every collection that {@link insertOnce} inserts into. */
export const CREATED_KEY_INDEX: IndexDescription = { key: { created_key: 1 }, unique: true, sparse: true };

/** What the inserted document has to contain. */
export interface CreatedKey {
  readonly created_key: string;
}

/**
 * Inserts one document for one request, however often and by however many processes it is carried out: `key` names the request
 * and is stored in the document. A duplicate that is not the request's own is thrown.
 */
export async function insertOnce<T extends Document>(
  collection: Collection<T>,
  key: string,
  insert: (created: CreatedKey) => Promise<T>,
): Promise<T> {
  const mine = async () => (await collection.findOne({ created_key: key } as unknown as Filter<T>)) as T | null;
  const before = await mine();
  if (before) return before;
  try {
    return await insert({ created_key: key });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const twin = await mine();
    if (!twin) throw error;
    return twin;
  }
}
