import { updateEach } from '@countinghouse/store';
import type { Collection } from 'mongodb';
import { MongoBulkWriteError } from 'mongodb';
import type { Collections } from '../collections.ts';
import { type LedgerDocument, ledgerDocument } from '../ledger/ledger-document.ts';
import type { PendingEntry } from './account-document.ts';
import { pullSettled } from './pull-settled.ts';
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
  const settled = unsettled.map(({ userId, entries }) => ({
    ...{ userId, seqs: entries.filter(isComplete).map(({ seq }) => seq), eventIds: [] },
  }));
  await pullSettled(collections.accounts, settled);
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

/** A row that a later entry has written already stays; one that is not there is created. */
async function replaceOlder(collection: Collection<RowDocument>, rows: readonly RowDocument[]): Promise<void> {
  if ((await replaceExisting(collection, rows)) === rows.length) return;
  const refused = await refusedOf(collection.insertMany([...rows], { ordered: false }));
  // Those were there, or have been created by somebody else since.
  await replaceExisting(
    collection,
    rows.filter((_, index) => refused.includes(index)),
  );
}

/** Answers how many of the rows are there. */
async function replaceExisting(collection: Collection<RowDocument>, rows: readonly RowDocument[]): Promise<number> {
  const changes = rows.map((row) => ({ _id: row._id, row }));
  const where = { $lt: [{ $ifNull: ['$seq', -1] }, { $ifNull: ['$$own.row.seq', 0] }] };
  return (await updateEach(collection, changes, { where, to: '$$own.row' })).matchedCount;
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
