import {
  CONFIG_CHANGED_EVENT,
  type ConfigRow,
  config,
  Fault,
  type JsonObject,
  objectNotFound,
} from '@countinghouse/contracts';
import {
  findLive,
  isDuplicateKey,
  type OutboxDocument,
  type OutboxEntry,
  outboxEntry,
  pushOutbox,
  type RowCodec,
  requireOutboxRoom,
  rowCodec,
  type Store,
} from '@countinghouse/store';
import type { Collection, UpdateFilter } from 'mongodb';
import type { Announcer } from '../events/announcer.ts';

export const CONFIG = 'config';
export const configCodec = rowCodec(config) as unknown as RowCodec<ConfigRow>;

export interface ConfigDocument extends OutboxDocument {
  readonly _id: string;
  readonly value_text: string;
}

const ATTEMPTS_MAX = 50;

/** The configuration by key (domain.md 1.17). */
export class Configuration {
  readonly collection: Collection<ConfigDocument>;

  readonly #outbox: Announcer;

  constructor(store: Store, outbox: Announcer) {
    this.#outbox = outbox;
    this.collection = store.collection<ConfigDocument>(CONFIG);
  }

  /** The value of a key, `{}` where it is missing. */
  async value(key: string): Promise<JsonObject> {
    const document = await findLive(this.collection, key);
    return document ? storedValue(document) : {};
  }

  async all(): Promise<ConfigRow[]> {
    const documents = await this.collection.find({ tombstone: { $exists: false } }, { sort: { _id: 1 } }).toArray();
    return documents.map((document) => configCodec.decode(document));
  }

  /** Fault 409 where the key is there already. */
  async add(key: string, value: JsonObject, at: Date): Promise<ConfigDocument> {
    const fields = { ...configCodec.encode({ value }), outbox: [changed(key, value, at)] };
    const document = { _id: key, ...fields } as unknown as ConfigDocument;
    try {
      await this.collection.insertOne(document);
    } catch (error) {
      if (isDuplicateKey(error)) throw new Fault(409, `The key ${key} is there already`, { cause: error });
      throw error;
    }
    return this.#announced(document);
  }

  /** Replaces the value by what `decide` makes of it; Fault 404 for an unknown key. */
  async change(key: string, decide: (now: JsonObject) => JsonObject, at: Date): Promise<ConfigDocument> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const before = await findLive(this.collection, key);
      if (!before) throw objectNotFound();
      requireOutboxRoom(before);
      const value = decide(storedValue(before));
      const after = await this.collection.findOneAndUpdate(
        { _id: key, value_text: before.value_text },
        {
          $set: configCodec.encode({ value }),
          ...pushOutbox([changed(key, value, at)]),
        } as UpdateFilter<ConfigDocument>,
        { returnDocument: 'after' },
      );
      if (after) return this.#announced(after);
    }
    throw new Fault(503, 'The configuration is being changed by others', { retryAfterSeconds: 1 });
  }

  /** Answers whether it was there. Keys that begin with `_` stay (Fault 400). */
  async delete(key: string, at: Date): Promise<boolean> {
    if (key.startsWith('_')) throw new Fault(400, 'KeyProhibited');
    return (await this.#outbox.bury(CONFIG, key, [changed(key, null, at)])) !== undefined;
  }

  #announced(document: ConfigDocument): ConfigDocument {
    this.#outbox.settleSoon(CONFIG, document);
    return document;
  }
}

function storedValue(document: Pick<ConfigDocument, 'value_text'>): JsonObject {
  return JSON.parse(document.value_text) as JsonObject;
}

function changed(key: string, value: JsonObject | null, at: Date): OutboxEntry {
  return outboxEntry(CONFIG_CHANGED_EVENT, { key, value }, at);
}
