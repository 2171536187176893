import { setTimeout as pause } from 'node:timers/promises';
import { openStore, type Store } from '@countinghouse/store';
import type { RunningSystem } from '@countinghouse/testing';
import type { PersistentSender } from './persistent-sender.ts';

const SILENT = { info() {}, warn() {}, error() {} };
const PATIENCE_MS = 120_000;
const PAUSE_MS = 500;

/** What a crash may leave behind until a sweeper has been there; none of it is left when the system rests. */
const LEFTOVERS = [
  { database: 'billing', collection: 'accounts', filter: { 'pending.0': { $exists: true } } },
  { database: 'billing', collection: 'accounts', filter: { 'outbox.0': { $exists: true } } },
  { database: 'user', collection: 'users', filter: { 'outbox.0': { $exists: true } } },
  { database: 'service-lifecycle', collection: 'user_services', filter: { change: { $type: 'object' } } },
  { database: 'service-lifecycle', collection: 'user_services', filter: { 'outbox.0': { $exists: true } } },
] as const;

/** Runs what is due until nothing is left; throws, naming what is, when that takes too long. */
export async function comeToRest(system: RunningSystem, admin: PersistentSender): Promise<void> {
  const names = [...new Set(LEFTOVERS.map(({ database }) => database))];
  const stores = new Map<string, Store>();
  for (const database of names)
    stores.set(database, await openStore({ url: system.mongoUrl, database, appName: 'faults', log: SILENT }));
  try {
    await waitForRest(stores, admin);
  } finally {
    await Promise.all([...stores.values()].map((store) => store.close()));
  }
}

async function waitForRest(stores: ReadonlyMap<string, Store>, admin: PersistentSender): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    await admin.rows({ method: 'POST', path: '/v1/test/run' });
    const left = await leftovers(stores);
    if (left.length === 0) return;
    if (Date.now() > until) throw new Error(`The system does not come to rest: ${left.join(', ')}`);
    await pause(PAUSE_MS);
  }
}

async function leftovers(stores: ReadonlyMap<string, Store>): Promise<string[]> {
  const found: string[] = [];
  for (const { database, collection, filter } of LEFTOVERS) {
    const count = await stores.get(database)?.collection(collection).countDocuments(filter);
    if (count) found.push(`${count} of ${collection} with ${Object.keys(filter)[0]}`);
  }
  return found;
}
