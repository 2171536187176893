import type { Collection, Db, Document, MongoClient } from 'mongodb';
import type { IndexesOfCollection } from './indexes-of-collection.ts';
import { insertDocument } from './insert-document.ts';
import { insertWithFreeId, type NumberedDocument } from './insert-with-id.ts';
import { Sequences } from './sequences.ts';

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
