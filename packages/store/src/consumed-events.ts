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

type Claim = 'claimed' | 'repeated' | 'busy';

/** `repeated`: it was done before; `busy`: another replica is at it. */
export type EventOutcome =
  | { readonly kind: 'handled' | 'repeated' | 'busy' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Which events a consumer has handled, for all its replicas. */
export class ConsumedEvents {
  readonly #consumed: Collection<ConsumedDocument>;
  readonly #consumer: string;

  constructor(store: Store, consumer: string) {
    this.#consumed = store.collection<ConsumedDocument>('consumed');
    this.#consumer = consumer;
  }

  /**
   * Claims events, runs `work` for those that were free and tells how each of them ended; what else happened to an event is
   * known before. A failure lets the next one try.
   */
  async onceEach(
    eventIds: readonly string[],
    work: (claimed: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
  ): Promise<ReadonlyMap<string, EventOutcome>> {
    const holder = randomUUID();
    const claims = await this.#claimAll(eventIds, holder);
    const outcomes = new Map<string, EventOutcome>();
    for (const [id, claim] of claims) if (claim !== 'claimed') outcomes.set(id, { kind: claim });
    const claimed = eventIds.filter((id) => claims.get(id) === 'claimed');
    if (claimed.length === 0) return outcomes;
    const failures = await work(claimed);
    for (const id of claimed)
      outcomes.set(id, failures.has(id) ? { kind: 'failed', error: failures.get(id) } : { kind: 'handled' });
    await this.#release(claimed, failures, holder);
    return outcomes;
  }

  /** Those of the ids that are done. */
  async among(eventIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (eventIds.length === 0) return new Set();
    const documents = await this.#consumed.find({ _id: { $in: eventIds.map((id) => this.#keyOf(id)) } }).toArray();
    const done = new Set(documents.filter((document) => document.claimed_until === null).map(({ _id }) => _id));
    return new Set(eventIds.filter((id) => done.has(this.#keyOf(id))));
  }

  /** One write claims all that are new, which nearly all are. */
  async #claimAll(eventIds: readonly string[], holder: string): Promise<ReadonlyMap<string, Claim>> {
    const claims = new Map<string, Claim>(eventIds.map((id) => [id, 'claimed']));
    const now = new Date();
    const until = new Date(now.getTime() + CLAIM_MS);
    const documents = [...claims.keys()].map((id) => ({ _id: this.#keyOf(id), holder, claimed_until: until, at: now }));
    try {
      await this.#consumed.insertMany(documents, { ordered: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const mine = await this.#consumed.find({ _id: { $in: documents.map(({ _id }) => _id) }, holder }).toArray();
      const inserted = new Set(mine.map(({ _id }) => _id));
      const known = [...claims.keys()].filter((id) => !inserted.has(this.#keyOf(id)));
      for (const id of known) claims.set(id, await this.#claimKnown(this.#keyOf(id), holder));
    }
    return claims;
  }

  /** Takes over what failed, or what a process left that died at it. */
  async #claimKnown(id: string, holder: string): Promise<Claim> {
    const now = new Date();
    const until = new Date(now.getTime() + CLAIM_MS);
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

  async #release(claimed: readonly string[], failures: ReadonlyMap<string, unknown>, holder: string): Promise<void> {
    const failed = claimed.filter((id) => failures.has(id));
    const done = claimed.filter((id) => !failures.has(id));
    await this.#setClaims(done, holder, null);
    await this.#setClaims(failed, holder, new Date(0));
  }

  /** Nothing happens where another replica has taken over. */
  async #setClaims(eventIds: readonly string[], holder: string, until: Date | null): Promise<void> {
    if (eventIds.length === 0) return;
    const mine = { $eq: ['$holder', holder] };
    await this.#consumed.updateMany({ _id: { $in: eventIds.map((id) => this.#keyOf(id)) } }, [
      { $set: { claimed_until: { $cond: [mine, until, '$claimed_until'] } } },
    ]);
  }

  #keyOf(eventId: string): string {
    return `${this.#consumer} ${eventId}`;
  }
}
