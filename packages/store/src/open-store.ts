import { MongoClient } from 'mongodb';
import { connectionOf } from './connection.ts';
import { OWN_INDEXES } from './own-indexes.ts';
import { Store } from './store.ts';

/** What the store reports, such as a server that is not there yet; pino fits. */
export interface StoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface StoreOptions {
  /** `MONGODB_URL`. */
  readonly url: string;
  /** The service's own part of the name, such as `billing`: the database is `<path of url or countinghouse>_<database>`. */
  readonly database: string;
  /** Shown by the server beside the connections. */
  readonly appName: string;
  readonly log: StoreLog;
  /** How long to wait for a server that does not answer yet. */
  readonly waitMs?: number;
}

const WAIT_MS_DEFAULT = 30_000;
const SELECTION_MS = 5_000;
const MAX_CONNECTIONS = 50;

/**
 * Connects and waits for the server up to `waitMs`. Writes are acknowledged by the majority and journalled,
 * reads go to the primary (architecture.md, rule 7).
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { directConnection, database } = connectionOf(options.url);
  const waitMs = options.waitMs ?? WAIT_MS_DEFAULT;
  const client = new MongoClient(options.url, {
    appName: options.appName,
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
    retryWrites: true,
    ignoreUndefined: true,
    maxPoolSize: MAX_CONNECTIONS,
    serverSelectionTimeoutMS: Math.min(SELECTION_MS, waitMs),
    ...(directConnection === undefined ? {} : { directConnection }),
  });
  await connectBefore(client, Date.now() + waitMs, options.log);
  const store = new Store(client, client.db(`${database}_${options.database}`));
  try {
    await store.ensureIndexes(OWN_INDEXES);
  } catch (error) {
    await client.close();
    throw error;
  }
  return store;
}

async function connectBefore(client: MongoClient, deadline: number, log: StoreLog): Promise<void> {
  for (;;) {
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() >= deadline || !(error instanceof Error) || error.name !== 'MongoServerSelectionError') {
        await client.close();
        throw error;
      }
      log.warn({ err: error }, 'MongoDB does not answer yet');
    }
  }
}
