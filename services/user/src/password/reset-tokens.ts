import { createHash, randomInt } from 'node:crypto';
import type { IndexesOfCollection, Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

const TOKENS = 'reset_tokens';
/** peer-http-api.md 1B: 35 characters that work for an hour. */
const CHARACTERS = 35;
const LIFE_MS = 3_600_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const RESET_TOKEN_INDEXES: IndexesOfCollection = {
  collection: TOKENS,
  // Kept a day longer, to tell an expired token from a wrong one.
  indexes: [
    { key: { expires_at: 1 }, name: 'expiry', expireAfterSeconds: 86_400 },
    { key: { user_id: 1 }, name: 'user' },
  ],
};

interface TokenDocument extends Document {
  /** Digest of the token. */
  readonly _id: string;
  readonly user_id: number;
  readonly expires_at: Date;
}

export type ResetToken = 'invalid' | 'expired' | { readonly userId: number };

/** Tokens that let their holder set a new password once. */
export class ResetTokens {
  readonly #tokens: Collection<TokenDocument>;

  constructor(store: Store) {
    this.#tokens = store.collection<TokenDocument>(TOKENS);
  }

  async issue(userId: number): Promise<string> {
    const token = Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    await this.#tokens.insertOne({ _id: digest(token), user_id: userId, expires_at: new Date(Date.now() + LIFE_MS) });
    return token;
  }

  async check(token: string): Promise<ResetToken> {
    const found = await this.#tokens.findOne({ _id: digest(token) });
    if (!found) return 'invalid';
    return found.expires_at.getTime() <= Date.now() ? 'expired' : { userId: found.user_id };
  }

  /** A password that was set ends all of them. */
  async revokeAll(userId: number): Promise<void> {
    await this.#tokens.deleteMany({ user_id: userId });
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
