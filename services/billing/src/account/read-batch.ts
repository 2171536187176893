import type { Filter } from 'mongodb';
import type { Collections } from '../collections.ts';
import { type LedgerDocument, ledgerRef } from '../ledger/ledger-document.ts';
import type { AccountDocument } from './account-document.ts';
import type { Needs } from './command.ts';
import type { Job } from './job.ts';
import type { AccountFindings } from './plan-account.ts';
import { ROW_COLLECTIONS, type RowDocument } from './row-write.ts';
import { RowsView } from './rows-view.ts';

/**
 * Reads the accounts first, then keys and rows: what is settled between the two is then found in either, and a change of an
 * account after its reading makes the guarded write fail.
 */
export async function readBatch(collections: Collections, jobs: readonly Job[]): Promise<Map<number, AccountFindings>> {
  const userIds = [...new Set(jobs.map((job) => job.command.userId))];
  const documents = await collections.accounts.find({ _id: { $in: userIds } }).toArray();
  const [entries, ...rows] = await Promise.all([
    readEntries(collections, jobs),
    ...ROW_COLLECTIONS.map((name) => readRows(collections, name, jobs)),
  ]);
  return new Map(
    documents.map((document) => [
      document._id,
      findingsOf(document, entries, (name) => rows[ROW_COLLECTIONS.indexOf(name)] ?? []),
    ]),
  );
}

function findingsOf(
  document: AccountDocument,
  entries: readonly LedgerDocument[],
  rowsOf: (name: (typeof ROW_COLLECTIONS)[number]) => readonly RowDocument[],
): AccountFindings {
  const known = new Map(entries.filter((entry) => entry.user_id === document._id).map((entry) => [entry.key, entry]));
  const rows = new RowsView();
  for (const name of ROW_COLLECTIONS) {
    for (const row of rowsOf(name)) if (row.user_id === document._id) rows.add(name, row);
  }
  for (const entry of document.pending) rows.overlay(entry.rows);
  return { document, known, rows };
}

async function readEntries(collections: Collections, jobs: readonly Job[]): Promise<LedgerDocument[]> {
  const refs = jobs
    .filter(({ command }) => !command.dryRun)
    .map(({ command }) => ledgerRef(command.userId, command.key));
  return refs.length === 0 ? [] : collections.ledger.find({ ref: { $in: refs } }).toArray();
}

async function readRows(
  collections: Collections,
  name: (typeof ROW_COLLECTIONS)[number],
  jobs: readonly Job[],
): Promise<RowDocument[]> {
  const needs = jobs.map((job) => job.command.needs ?? {});
  const queries: Filter<RowDocument>[] = [];
  const ids = needs.flatMap((need) => need[name] ?? []);
  if (ids.length > 0) queries.push({ _id: { $in: [...new Set(ids)] } });
  const services = name === 'withdraws' ? needs.flatMap((need: Needs) => need.withdrawsOf ?? []) : [];
  if (services.length > 0) queries.push({ user_service_id: { $in: [...new Set(services)] } });
  const accounts = jobs.filter(({ command }) => command.needs?.allRows).map(({ command }) => command.userId);
  if (accounts.length > 0) queries.push({ user_id: { $in: accounts } });
  const found = await Promise.all(queries.map((query) => collections[name].find(query).toArray()));
  return found.flat();
}
