import type { Collection, Document, Filter } from 'mongodb';
import { isDuplicateKey } from './driver-errors.ts';
import { insertDocument } from './insert-document.ts';
import type { Sequences } from './sequences.ts';

/** Documents whose `_id` is an integer given by the counter of their collection. */
export interface NumberedDocument extends Document {
  readonly _id: number;
}

/** Blocks double from one id to this many: a run of ids chosen by callers is passed in few steps. */
const BLOCK_MAX = 65_536;
const ATTEMPTS_MAX = 100_000;

/** Inserts what `build` makes for the next free id. A duplicate of another key than `_id` is thrown. */
export async function insertWithFreeId<T extends NumberedDocument>(
  collection: Collection<T>,
  sequences: Sequences,
  build: (id: number) => T,
): Promise<T> {
  let block = 1;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const id =
      block === 1 ? await sequences.next(collection.collectionName) : await freeId(collection, sequences, block);
    const document = id === undefined ? undefined : build(id);
    if (document && (await tryInsert(collection, document))) return document;
    block = Math.min(block * 2, BLOCK_MAX);
  }
  throw new Error(`No free id in ${collection.collectionName}`);
}

async function tryInsert<T extends NumberedDocument>(collection: Collection<T>, document: T): Promise<boolean> {
  try {
    await insertDocument(collection, document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error, '_id')) return false;
    throw error;
  }
}

/** The smallest id of a block of new ones that nobody chose; what follows it goes back to the counter. */
async function freeId<T extends NumberedDocument>(
  collection: Collection<T>,
  sequences: Sequences,
  block: number,
): Promise<number | undefined> {
  const ids = await sequences.take(collection.collectionName, block);
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  const filter = { _id: { $gte: first, $lte: last } } as unknown as Filter<T>;
  const rows = await collection.find(filter, { projection: { _id: 1 } }).toArray();
  const taken = new Set(rows.map((row) => row._id as number));
  const free = ids.find((id) => !taken.has(id));
  if (free !== undefined && free < last) await sequences.giveBack(collection.collectionName, last, free);
  return free;
}
