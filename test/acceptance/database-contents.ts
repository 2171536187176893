import { openStore, type Store } from '@countinghouse/store';
import type { RunningSystem } from '@countinghouse/testing';

const DATABASES = ['user', 'billing', 'service-lifecycle', 'template-renderer'] as const;

/** What moves by itself, or is no data of anybody: cursors, counters, leases, stored answers, published events. */
const BOOKKEEPING = new Set([
  'captchas',
  'consumed',
  'counters',
  'event_cursors',
  'events',
  'graves',
  'idempotency_keys',
  'leases',
  'rate_counters',
]);

/** Members of documents that say when somebody was seen, or what is published and settled by now, not what he has. */
const PASSING_MEMBERS = new Set(['updated', 'last_login', 'outbox', 'pending']);

/** All documents of all services by `<database>.<collection>`, as text. */
export type Contents = Readonly<Record<string, readonly string[]>>;

export interface DatabaseContents {
  /** A service's database, to put something there that the API alone cannot. */
  of(database: (typeof DATABASES)[number]): Store;
  read(): Promise<Contents>;
  close(): Promise<void>;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Opens the databases of a running system beside its services. */
export async function openDatabases(system: RunningSystem): Promise<DatabaseContents> {
  const stores = await Promise.all(
    DATABASES.map((database) =>
      openStore({ url: system.mongoUrl, database, appName: 'acceptance-tests', log: silent }),
    ),
  );
  return {
    of: (database) => stores[DATABASES.indexOf(database)] as Store,
    read: async () => Object.assign({}, ...(await Promise.all(stores.map(contentsOf)))),
    close: async () => void (await Promise.all(stores.map((store) => store.close()))),
  };
}

async function contentsOf({ database }: Store): Promise<Contents> {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray();
  const kept = collections.map(({ name }) => name).filter((name) => !BOOKKEEPING.has(name));
  const read = await Promise.all(
    kept.map(async (name) => {
      const documents = await database.collection(name).find().sort({ _id: 1 }).toArray();
      return [`${database.databaseName}.${name}`, documents.map(textOf)] as const;
    }),
  );
  return Object.fromEntries(read);
}

function textOf(document: object): string {
  return JSON.stringify(document, (name, value: unknown) => (PASSING_MEMBERS.has(name) ? undefined : value));
}
