import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';
import { MongoBulkWriteError } from 'mongodb';
import type { Collections } from '../collections.ts';
import { type LedgerDocument, ledgerDocument } from '../ledger/ledger-document.ts';
import type { PendingEntry } from './account-document.ts';
import { ROW_COLLECTIONS, type RowDocument, type RowWrite } from './row-write.ts';

/** Committed entries of one account. */
export interface Unsettled {
  readonly userId: number;
  readonly entries: readonly PendingEntry[];
}

const DUPLICATE_KEY = 11000;

/** Settles entries and takes them out of the accounts; those that owe a partner his share stay. */
export async function settleEntries(collections: Collections, unsettled: readonly Unsettled[]): Promise<void> {
  await insertSettled(collections, unsettled);
  await pullEntries(collections, unsettled, isComplete);
}

/** Has the entry no effect beyond its account that is still to come? */
export function isComplete(entry: Pick<PendingEntry, 'partner'>): boolean {
  return entry.partner === undefined;
}

/**
 * Brings committed entries into the ledger and their rows into the collections. May be repeated, by anybody, in any order.
 */
export async function insertSettled(collections: Collections, unsettled: readonly Unsettled[]): Promise<void> {
  const documents = unsettled.flatMap(({ userId, entries }) => entries.map((entry) => ledgerDocument(userId, entry)));
  if (documents.length === 0) return;
  const writes = lastWrites(unsettled.flatMap(({ entries }) => entries.flatMap((entry) => entry.rows)));
  await Promise.all([
    insertEntries(collections.ledger, documents),
    ...ROW_COLLECTIONS.map((name) =>
      writeRows(
        collections[name],
        writes.filter((write) => write.collection === name),
      ),
    ),
  ]);
}

/** Takes settled entries out of their accounts. */
export async function pullEntries(
  collections: Pick<Collections, 'accounts'>,
  settled: readonly Unsettled[],
  which: (entry: PendingEntry) => boolean = () => true,
): Promise<void> {
  const pulls = settled.flatMap(({ userId, entries }) => {
    const seqs = entries.filter(which).map((entry) => entry.seq);
    if (seqs.length === 0) return [];
    const update: Document = { $pull: { pending: { seq: { $in: seqs } } } };
    return [{ updateOne: { filter: { _id: userId }, update } }];
  });
  if (pulls.length > 0) await collections.accounts.bulkWrite(pulls, { ordered: false });
}

/** Several writes of one row are one: the last, new where the first was. */
function lastWrites(writes: readonly RowWrite[]): RowWrite[] {
  const byRow = new Map<string, RowWrite>();
  for (const write of writes) {
    const name = `${write.collection}:${write.row._id}`;
    const before = byRow.get(name);
    if (before && (before.row.seq ?? 0) > (write.row.seq ?? 0)) continue;
    byRow.set(name, { ...write, isNew: before?.isNew ?? write.isNew });
  }
  return [...byRow.values()];
}

/** An entry that is there already was settled by somebody else; another entry under its key must not happen. */
async function insertEntries(ledger: Collection<LedgerDocument>, documents: readonly LedgerDocument[]): Promise<void> {
  const refused = await refusedOf(ledger.insertMany([...documents], { ordered: false }));
  if (refused.length === 0) return;
  const twice = refused.map((index) => documents[index]).filter((document) => document !== undefined);
  const settled = await ledger
    .find({ _id: { $in: twice.map((one) => one._id) } })
    .project({ hash: 1 })
    .toArray();
  const hashes = new Map(settled.map((one) => [one._id, one.hash]));
  const foreign = twice.find((one) => hashes.get(one._id) !== one.hash);
  if (foreign) throw new Error(`Ledger entry ${foreign._id} cannot be settled: its id or key belongs to another entry`);
}

async function writeRows(collection: Collection<RowDocument>, writes: readonly RowWrite[]): Promise<void> {
  const created = writes.filter((write) => write.isNew).map((write) => write.row);
  const changed = writes.filter((write) => !write.isNew).map((write) => write.row);
  const [refused] = await Promise.all([
    created.length === 0 ? [] : refusedOf(collection.insertMany(created, { ordered: false })),
    replaceOlder(collection, changed),
  ]);
  const again = refused.map((index) => created[index]).filter((row) => row !== undefined);
  await replaceOlder(collection, again);
}

/** A row that a later entry has written already stays. */
async function replaceOlder(collection: Collection<RowDocument>, rows: readonly RowDocument[]): Promise<void> {
  if (rows.length === 0) return;
  const operations: AnyBulkWriteOperation<RowDocument>[] = rows.map((row) => ({
    replaceOne: { filter: { _id: row._id, seq: { $lt: row.seq ?? 0 } }, replacement: withoutId(row), upsert: true },
  }));
  await refusedOf(collection.bulkWrite(operations, { ordered: false }));
}

function withoutId({ _id, ...rest }: RowDocument): Document {
  return rest;
}

/** The places of what was refused as a duplicate; any other failure is thrown. */
async function refusedOf(write: Promise<unknown>): Promise<number[]> {
  try {
    await write;
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const refused = [error.writeErrors].flat();
    if (refused.length === 0 || refused.some((one) => one.code !== DUPLICATE_KEY)) throw error;
    return refused.map((one) => one.index);
  }
}
