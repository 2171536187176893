import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { type IndexesOfCollection, isDuplicateKey, type Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

const CODES = 'email_codes';
/** peer-http-api.md 1B. */
const LIFE_MS = 600_000;
/** A code of six digits must not be guessed. */
const ATTEMPTS_MAX = 5;

export const EMAIL_CODE_INDEXES: IndexesOfCollection = {
  collection: CODES,
  indexes: [{ key: { expires_at: 1 }, name: 'expiry', expireAfterSeconds: 3600 }],
};

interface CodeDocument extends Document {
  /** The user. */
  readonly _id: number;
  readonly email: string;
  readonly digest: string;
  readonly expires_at: Date;
  readonly attempts: number;
}

export type CodeVerdict = 'right' | 'wrong' | 'expired';

/** The codes that were mailed; one per user, the last one counts. */
export class EmailCodes {
  readonly #codes: Collection<CodeDocument>;

  constructor(store: Store) {
    this.#codes = store.collection<CodeDocument>(CODES);
  }

  /** A new code for the address. */
  async issue(userId: number, email: string): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = new Date(Date.now() + LIFE_MS);
    const set = { email, digest: digest(code), expires_at: expiresAt, attempts: 0 };
    if (await this.#replace(userId, set)) return code;
    try {
      await this.#codes.insertOne({ _id: userId, ...set });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await this.#replace(userId, set);
    }
    return code;
  }

  async #replace(userId: number, set: Omit<CodeDocument, '_id'>): Promise<boolean> {
    return (await this.#codes.updateOne({ _id: userId }, { $set: set })).matchedCount === 1;
  }

  /** Counts the attempt; a right code works once, and for the address it was sent to. */
  async redeem(userId: number, email: string, code: string): Promise<CodeVerdict> {
    const issued = await this.#codes.findOneAndUpdate(
      { _id: userId },
      { $inc: { attempts: 1 } },
      { returnDocument: 'after' },
    );
    if (!issued || issued.email !== email) return 'wrong';
    if (issued.expires_at.getTime() <= Date.now() || issued.attempts > ATTEMPTS_MAX) return 'expired';
    if (!timingSafeEqual(Buffer.from(digest(code)), Buffer.from(issued.digest))) return 'wrong';
    const { deletedCount } = await this.#codes.deleteOne({ _id: userId, digest: issued.digest });
    return deletedCount === 1 ? 'right' : 'wrong';
  }
}

function digest(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
