import { openStore, type Store } from '@countinghouse/store';
import type { RunningSystem } from '@countinghouse/testing';
import type { MovingClock } from './moving-clock.ts';
import type { PersistentSender } from './persistent-sender.ts';

const SILENT = { info() {}, warn() {}, error() {} };
const PATIENCE_MS = 600_000;
/** Longer than any task waits for its next attempt. */
const STEP_MINUTES = 17;

/** What a crash may leave behind until a sweeper has been there; none of it is left when the system rests. */
const LEFTOVERS = [
  { database: 'billing', collection: 'accounts', filter: { 'pending.0': { $exists: true } } },
  { database: 'billing', collection: 'accounts', filter: { 'outbox.0': { $exists: true } } },
  { database: 'user', collection: 'users', filter: { 'outbox.0': { $exists: true } } },
  { database: 'service-lifecycle', collection: 'user_services', filter: { change: { $type: 'object' } } },
  { database: 'service-lifecycle', collection: 'user_services', filter: { 'outbox.0': { $exists: true } } },
] as const;

/** Runs what is due, and moves the clock for what waits, until nothing is left; throws, naming what is, when that takes too long. */
export async function comeToRest(system: RunningSystem, admin: PersistentSender, clock: MovingClock): Promise<void> {
  const stores = await openStores(system);
  try {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      await clock.advance(STEP_MINUTES);
      const left = [...(await leftovers(stores)), ...(await unfinishedTasks(admin))];
      if (left.length === 0) return;
      if (Date.now() > until) throw new Error(`The system does not come to rest: ${left.join(', ')}`);
    }
  } finally {
    await Promise.all([...stores.values()].map((store) => store.close()));
  }
}

async function openStores({ mongoUrl }: RunningSystem): Promise<Map<string, Store>> {
  const names = [...new Set(LEFTOVERS.map(({ database }) => database))];
  const opened = names.map(
    async (database) =>
      [database, await openStore({ url: mongoUrl, database, appName: 'faults', log: SILENT })] as const,
  );
  return new Map(await Promise.all(opened));
}

async function leftovers(stores: ReadonlyMap<string, Store>): Promise<string[]> {
  const found: string[] = [];
  for (const { database, collection, filter } of LEFTOVERS) {
    const count = await stores.get(database)?.collection(collection).countDocuments(filter);
    if (count) found.push(`${count} of ${collection} with ${Object.keys(filter)[0]}`);
  }
  return found;
}

/** Tasks that are not stuck; of periodic ones those whose last run failed or left something to the next. */
async function unfinishedTasks(admin: PersistentSender): Promise<string[]> {
  const tasks = await admin.rows({ method: 'GET', path: '/v1/admin/spool', query: { limit: '0' } });
  const waiting = tasks.filter(({ status, event, response }) => {
    const { period = 0 } = (event ?? {}) as { period?: number };
    const { left = 0 } = (response ?? {}) as { left?: number };
    return period === 0 ? status !== 'STUCK' : status === 'FAIL' || left > 0;
  });
  return waiting.map((task) => `task ${task.id} ${task.status} ${JSON.stringify(task.response)}`);
}
