import type { Collection, Document, Filter, OptionalUnlessRequiredId, UpdateFilter } from 'mongodb';
import { isDuplicateKey } from './driver-errors.ts';

/**
 * Changes the document of a key, which is created empty where it does not exist, and answers what it became. The filter is the
 * key alone; conditions belong into the update. (One upsert would do, but two at once may both lose on some servers.)
 */
export async function updateOrCreate<T extends Document & { readonly _id: string }>(
  collection: Collection<T>,
  id: string,
  update: UpdateFilter<T> | Document[],
): Promise<T> {
  const filter = { _id: id } as Filter<T>;
  const change = () => collection.findOneAndUpdate(filter, update, { returnDocument: 'after' });
  const changed = await change();
  if (changed) return changed as unknown as T;
  await createEmpty(collection, id);
  const created = await change();
  if (!created) throw new Error(`${collection.collectionName} lost ${id} while it was changed`);
  return created as unknown as T;
}

async function createEmpty<T extends Document>(collection: Collection<T>, id: string): Promise<void> {
  try {
    await collection.insertOne({ _id: id } as unknown as OptionalUnlessRequiredId<T>);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
