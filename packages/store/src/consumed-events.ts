import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import { isDuplicateKey } from './driver-errors.ts';
import type { Store } from './store.ts';

interface ConsumedDocument extends Document {
  readonly _id: string;
  readonly holder: string;
  /** Until when the holder has the event to itself; null when it is done. */
  readonly claimed_until: Date | null;
  /** Real time, for expiry: longer than owners keep their events. */
  readonly at: Date;
}

const CLAIM_MS = 60_000;

/** Which events a consumer has handled, for all its replicas. */
export class ConsumedEvents {
  readonly #consumed: Collection<ConsumedDocument>;
  readonly #consumer: string;

  constructor(store: Store, consumer: string) {
    this.#consumed = store.collection<ConsumedDocument>('consumed');
    this.#consumer = consumer;
  }

  /** Runs `work` unless it is done (`repeated`) or another replica is at it (`busy`). A failure lets the next one try. */
  async once(eventId: string, work: () => Promise<void>): Promise<'handled' | 'repeated' | 'busy'> {
    const id = this.#keyOf(eventId);
    const holder = randomUUID();
    const claim = await this.#claim(id, holder);
    if (claim !== 'claimed') return claim;
    try {
      await work();
    } catch (error) {
      await this.#setClaim(id, holder, new Date(0));
      throw error;
    }
    await this.#setClaim(id, holder, null);
    return 'handled';
  }

  /** Those of the ids that are done. */
  async among(eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (eventIds.length === 0) return new Set();
    const documents = await this.#consumed.find({ _id: { $in: eventIds.map((id) => this.#keyOf(id)) } }).toArray();
    const done = new Set(documents.filter((document) => document.claimed_until === null).map(({ _id }) => _id));
    return new Set(eventIds.filter((id) => done.has(this.#keyOf(id))));
  }

  async #claim(id: string, holder: string): Promise<'claimed' | 'repeated' | 'busy'> {
    const now = new Date();
    const until = new Date(now.getTime() + CLAIM_MS);
    try {
      await this.#consumed.insertOne({ _id: id, holder, claimed_until: until, at: now });
      return 'claimed';
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const free = { $and: [{ $ne: ['$claimed_until', null] }, { $lte: ['$claimed_until', now] }] };
    const document = await this.#consumed.findOneAndUpdate(
      { _id: id },
      [
        {
          $set: {
            holder: { $cond: [free, holder, '$holder'] },
            claimed_until: { $cond: [free, until, '$claimed_until'] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
    if (document?.claimed_until === null) return 'repeated';
    return document?.holder === holder ? 'claimed' : 'busy';
  }

  /** Nothing happens where another replica has taken over. */
  async #setClaim(id: string, holder: string, until: Date | null): Promise<void> {
    const mine = { $eq: ['$holder', holder] };
    await this.#consumed.updateOne({ _id: id }, [
      { $set: { claimed_until: { $cond: [mine, until, '$claimed_until'] } } },
    ]);
  }

  #keyOf(eventId: string): string {
    return `${this.#consumer} ${eventId}`;
  }
}
