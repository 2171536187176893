import type { IndexesOfCollection, Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

const CACHE = 'cache';

export const CACHE_INDEXES: IndexesOfCollection = {
  collection: CACHE,
  indexes: [{ key: { expires_at: 1 }, expireAfterSeconds: 0, sparse: true }],
};

interface KeptDocument extends Document {
  readonly _id: string;
  readonly value: string | number;
  /** Real time; absent where it is kept until it is deleted. */
  readonly expires_at?: Date;
}

/** What templates keep by name for each other, with an end in real time. */
export class KeptValues {
  readonly #collection: Collection<KeptDocument>;

  constructor(store: Store) {
    this.#collection = store.collection<KeptDocument>(CACHE);
  }

  async get(key: string): Promise<string | number | undefined> {
    const document = await this.#collection.findOne({ _id: key });
    return document && !hasEnded(document) ? document.value : undefined;
  }

  /** `seconds` 0 keeps it until it is deleted. */
  async set(key: string, value: string | number, seconds: number): Promise<void> {
    const end = seconds > 0 ? { expires_at: new Date(Date.now() + seconds * 1000) } : {};
    await this.#collection.replaceOne({ _id: key }, { value, ...end } as KeptDocument, { upsert: true });
  }

  async delete(key: string): Promise<void> {
    await this.#collection.deleteOne({ _id: key });
  }

  /** Adds to a number, 0 where there is none; its end stays. */
  async increment(key: string, by: number): Promise<number> {
    await this.#collection.deleteOne({ _id: key, expires_at: { $lte: new Date() } });
    const after = await this.#collection.findOneAndUpdate(
      { _id: key },
      { $inc: { value: by } },
      { upsert: true, returnDocument: 'after' },
    );
    return Number(after?.value);
  }
}

function hasEnded({ expires_at: end }: KeptDocument): boolean {
  return end !== undefined && end.getTime() <= Date.now();
}
