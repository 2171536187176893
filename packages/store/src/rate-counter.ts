import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import type { Store } from './store.ts';
import { updateOrCreate } from './update-or-create.ts';

export interface RateLimit {
  readonly windowMs: number;
  /** Hits allowed inside any window of that length. */
  readonly max: number;
}

export interface RateVerdict {
  readonly allowed: boolean;
  /** When the next hit would be allowed; 0 when it is now. */
  readonly retryAfterSeconds: number;
}

interface RateDocument extends Document {
  readonly _id: string;
  readonly hits?: readonly Date[];
  readonly accepted?: string;
}

/** Counts by name and client address over a sliding window of real time (decisions.md 15, 16), for all replicas together. */
export class RateCounter {
  readonly #counters: Collection<RateDocument>;

  constructor(store: Store) {
    this.#counters = store.collection<RateDocument>('rate_counters');
  }

  /** Counts one hit if it is allowed. A hit that is refused does not count, so waiting always helps. */
  async hit(name: string, address: string, limit: RateLimit, now: Date = new Date()): Promise<RateVerdict> {
    const id = randomUUID();
    const room = { $lt: [{ $size: '$hits' }, limit.max] };
    const document = await updateOrCreate(this.#counters, keyOf(name, address), [
      { $set: { hits: recentHits(limit, now) } },
      {
        $set: {
          hits: { $cond: [room, { $concatArrays: ['$hits', [now]] }, '$hits'] },
          accepted: { $cond: [room, id, '$accepted'] },
          expires_at: new Date(now.getTime() + limit.windowMs),
        },
      },
    ]);
    if (document.accepted === id) return { allowed: true, retryAfterSeconds: 0 };
    return verdict(document.hits ?? [], limit, now);
  }

  /** Would a hit be allowed? Counts nothing: for what is counted only when it fails. */
  async check(name: string, address: string, limit: RateLimit, now: Date = new Date()): Promise<RateVerdict> {
    const document = await this.#counters.findOne({ _id: keyOf(name, address) });
    const begin = now.getTime() - limit.windowMs;
    return verdict(
      (document?.hits ?? []).filter((hit) => hit.getTime() > begin),
      limit,
      now,
    );
  }
}

function keyOf(name: string, address: string): string {
  return `${name} ${address}`;
}

function recentHits(limit: RateLimit, now: Date): Document {
  const begin = new Date(now.getTime() - limit.windowMs);
  return { $filter: { input: { $ifNull: ['$hits', []] }, cond: { $gt: ['$$this', begin] } } };
}

function verdict(hits: readonly Date[], { windowMs, max }: RateLimit, now: Date): RateVerdict {
  const oldest = hits[hits.length - max];
  if (!oldest) return { allowed: true, retryAfterSeconds: 0 };
  const waitMs = oldest.getTime() + windowMs - now.getTime();
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
