import type { Collection, Db, Document, IndexDescription } from 'mongodb';
import { MongoClient } from 'mongodb';
import { connectionOf } from './connection.ts';
import { insertDocument } from './insert-document.ts';
import { insertWithFreeId } from './insert-with-id.ts';
import { OWN_INDEXES } from './own-indexes.ts';
import { Sequences } from './sequences.ts';

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

/** Documents whose `_id` is an integer given by {@link Store.nextId}. */
export interface NumberedDocument extends Document {
  readonly _id: number;
}

export interface IndexesOfCollection {
  readonly collection: string;
  readonly indexes: readonly IndexDescription[];
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

/** One service's database. */
export class Store {
  readonly database: Db;
  readonly #client: MongoClient;
  readonly #sequences: Sequences;

  constructor(client: MongoClient, database: Db) {
    this.#client = client;
    this.database = database;
    this.#sequences = new Sequences(database.collection('counters'));
  }

  collection<T extends Document>(name: string): Collection<T> {
    return this.database.collection<T>(name);
  }

  /** The next integer id of a collection; order of ids = order of creation (architecture.md, rule 9). */
  nextId(collection: string): Promise<number> {
    return this.#sequences.next(collection);
  }

  /** `count` ids in a row. */
  nextIds(collection: string, count: number): Promise<number[]> {
    return this.#sequences.take(collection, count);
  }

  /**
   * Inserts the document that `build` makes for a free id and answers it. Ids that callers chose themselves are skipped:
   * they never move the counter. A duplicate of any other unique key is thrown.
   */
  insertWithId<T extends NumberedDocument>(collection: string, build: (id: number) => T): Promise<T> {
    return insertWithFreeId(this.collection<T>(collection), this.#sequences, build);
  }

  /** Inserts a document whose key is given; throws on any duplicate. Use this instead of `insertOne` where indexes are unique. */
  insert<T extends Document>(collection: string, document: T): Promise<void> {
    return insertDocument(this.collection<T>(collection), document);
  }

  /** Creates what is missing; an index that exists with other options is an error. */
  async ensureIndexes(definitions: readonly IndexesOfCollection[]): Promise<void> {
    const needed = definitions.filter(({ indexes }) => indexes.length > 0);
    await Promise.all(
      needed.map(({ collection, indexes }) => this.database.collection(collection).createIndexes([...indexes])),
    );
  }

  async ping(): Promise<void> {
    await this.database.command({ ping: 1 });
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
