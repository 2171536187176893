import { createHash, randomBytes } from 'node:crypto';
import { SESSION_ID_PATTERN } from '@countinghouse/contracts';
import type { Sweeper } from '@countinghouse/service';
import { batchedFindByIds, type IndexesOfCollection, type PointReads, type Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

const SESSIONS = 'sessions';

export const SESSION_INDEXES: IndexesOfCollection = {
  collection: SESSIONS,
  indexes: [
    { key: { user_id: 1 }, name: 'user' },
    { key: { updated: 1 }, name: 'updated' },
  ],
};

/** Only the digest of the id is stored: who reads the database cannot use a session. Times are real ones. */
export interface SessionDocument extends Document {
  readonly _id: string;
  readonly user_id: number;
  readonly created: Date;
  readonly updated: Date;
  /** The service that the session was opened for. */
  readonly usi?: number;
}

/** `updated` is written at most this often (peer-http-api.md 3.3). */
const TOUCH_MS = 3 * 60_000;
const IDLE_MS_MAX = 3 * 24 * 3_600_000;
const SWEEP_INTERVAL_MS = 10 * 60_000;

export class Sessions {
  readonly #sessions: Collection<SessionDocument>;
  readonly #find: PointReads<string, SessionDocument>;

  constructor(store: Store) {
    this.#sessions = store.collection<SessionDocument>(SESSIONS);
    this.#find = batchedFindByIds(this.#sessions);
  }

  /** A new session’s id: 32 lower-case hexadecimal characters, known to nobody else afterwards. */
  async open(userId: number, usi?: number | null): Promise<string> {
    const id = randomBytes(16).toString('hex');
    const now = new Date();
    const service = usi === undefined || usi === null ? {} : { usi };
    await this.#sessions.insertOne({ _id: digest(id), user_id: userId, created: now, updated: now, ...service });
    return id;
  }

  /** The session of an id, or undefined. */
  async find(id: string): Promise<SessionDocument | undefined> {
    return SESSION_ID_PATTERN.test(id) ? this.#find(digest(id)) : undefined;
  }

  /** Notes that it was used. */
  async touch(session: SessionDocument): Promise<void> {
    const now = Date.now();
    if (now - session.updated.getTime() < TOUCH_MS) return;
    await this.#sessions.updateOne(
      { _id: session._id, updated: session.updated },
      { $set: { updated: new Date(now) } },
    );
  }

  /** Ends one; answers it, or undefined where there was none. */
  async end(id: string): Promise<SessionDocument | undefined> {
    if (!SESSION_ID_PATTERN.test(id)) return undefined;
    return (await this.#sessions.findOneAndDelete({ _id: digest(id) })) ?? undefined;
  }

  async endAll(userId: number): Promise<void> {
    await this.#sessions.deleteMany({ user_id: userId });
  }

  /** Removes those that nobody used for three days. */
  async removeIdle(now: number = Date.now()): Promise<number> {
    const { deletedCount } = await this.#sessions.deleteMany({ updated: { $lt: new Date(now - IDLE_MS_MAX) } });
    return deletedCount;
  }

  sweeper(): Sweeper {
    return { name: 'idle-sessions', intervalMs: SWEEP_INTERVAL_MS, sweep: () => this.removeIdle() };
  }
}

function digest(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
