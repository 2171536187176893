import { randomUUID } from 'node:crypto';
import type { Collection, Document, Filter, OptionalUnlessRequiredId } from 'mongodb';
import { MongoServerError } from 'mongodb';
import { isDuplicateKey } from './driver-errors.ts';
import { TOMBSTONE } from './tombstone.ts';

const ATTEMPTS_MAX = 5;

/**
 * Inserts a document; throws on a duplicate key, `_id` included.
 *
 * SecantusDB goes on refusing the insertion of a unique value that an update has taken away from another document (a renamed
 * login, say), though nobody has it any more. Then the document is inserted bare, as a tombstone that nobody sees and the sweeper
 * would remove, and replaced by its whole self: updates are checked against what is there. MongoDB never comes here but in a
 * race with a deletion, where the same is right.
 */
export async function insertDocument<T extends Document>(collection: Collection<T>, document: T): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await collection.insertOne(document as OptionalUnlessRequiredId<T>);
      return;
    } catch (error) {
      if (!isDuplicateKey(error) || isDuplicateKey(error, '_id')) throw error;
      if (attempt >= ATTEMPTS_MAX || (await isTaken(collection, document, error))) throw error;
    }
    if (await insertInTwoSteps(collection, document)) return;
  }
}

/** Does another document have the values that were refused? */
async function isTaken<T extends Document>(collection: Collection<T>, document: T, error: unknown): Promise<boolean> {
  const fields = await refusedFields(collection, error);
  if (fields.length === 0) return true;
  // Each member of a list is a value of its own in the index.
  const filter = Object.fromEntries(
    fields.map((field) => [
      field,
      Array.isArray(document[field]) ? { $in: document[field] } : (document[field] ?? null),
    ]),
  );
  return (await collection.findOne(filter as Filter<T>, { projection: { _id: 1 } })) !== null;
}

async function refusedFields<T extends Document>(collection: Collection<T>, error: unknown): Promise<string[]> {
  if (!(error instanceof MongoServerError)) return [];
  if (error.keyPattern) return Object.keys(error.keyPattern as object);
  const name = / index: (\S+) /.exec(error.message)?.[1];
  const index = (await collection.indexes()).find((one) => one.name === name);
  return Object.keys((index?.key as object | undefined) ?? {});
}

/** False where the sweeper took the bare document away in between. */
async function insertInTwoSteps<T extends Document>(collection: Collection<T>, document: T): Promise<boolean> {
  const filter = { _id: document._id } as Filter<T>;
  await collection.insertOne({ ...filter, [TOMBSTONE]: randomUUID(), outbox: [] } as never);
  try {
    return (await collection.replaceOne(filter, document as never)).matchedCount === 1;
  } catch (error) {
    await collection.deleteOne(filter);
    throw error;
  }
}
