import { hash, randomBytes } from 'node:crypto';
import type { Credential, Identity } from '@countinghouse/contracts';

const TTL_MS = 1000;
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly identity: Identity;
  readonly expiresAtMs: number;
}

/**
 * Credentials that were right less than a second ago (architecture.md, Request path 1), under a hash that is salted for this
 * process alone. Concurrent look-ups of one credential are one look-up; one begun before an invalidation is not stored.
 */
export class IdentityCache {
  readonly #salt = randomBytes(32).toString('base64');
  readonly #entries = new Map<string, Entry>();
  readonly #pending = new Map<string, Promise<Identity | undefined>>();
  #generation = 0;

  /** The identity of a credential, looked up by `find` unless it is known or being looked up. */
  resolve(credential: Credential, find: () => Promise<Identity | undefined>): Promise<Identity | undefined> {
    const key = this.#digest(credential);
    const known = this.#entries.get(key);
    if (known && known.expiresAtMs > performance.now()) return Promise.resolve(known.identity);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const lookup = this.#lookUp(key, find).finally(() => this.#pending.delete(key));
    this.#pending.set(key, lookup);
    return lookup;
  }

  /** Forgets what is known of a user, and everything that is being looked up now. */
  forget(userId: number): void {
    this.#generation += 1;
    this.#pending.clear();
    for (const [key, entry] of this.#entries) if (entry.identity.user_id === userId) this.#entries.delete(key);
  }

  async #lookUp(key: string, find: () => Promise<Identity | undefined>): Promise<Identity | undefined> {
    const generation = this.#generation;
    const identity = await find();
    if (identity && generation === this.#generation) this.#store(key, identity);
    return identity;
  }

  #store(key: string, identity: Identity): void {
    if (this.#entries.size >= ENTRIES_MAX) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.delete(key);
    this.#entries.set(key, { identity, expiresAtMs: performance.now() + TTL_MS });
  }

  #digest(credential: Credential): string {
    const text =
      credential.kind === 'session' ? `s\0${credential.session_id}` : `p\0${credential.login}\0${credential.password}`;
    return hash('sha256', `${this.#salt}\0${text}`, 'base64');
  }
}
