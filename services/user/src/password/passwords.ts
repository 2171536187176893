import { availableParallelism } from 'node:os';
import { argon2Hash, argon2Matches } from './argon2-hash.ts';
import { HashQueue } from './hash-queue.ts';
import { isLegacyHash, legacyMatches } from './legacy-hash.ts';

/** Requests of one replica that may wait for a hash (decisions.md 2). */
export const WAITING_HASHES_MAX = 100;

export interface PasswordCheck {
  readonly matches: boolean;
  /** What to store instead of a legacy hash that matched. */
  readonly upgraded?: string;
}

/** Hashes and checks passwords, as many at once as there are cores. */
export class Passwords {
  readonly #queue = new HashQueue({ running: availableParallelism(), waitingMax: WAITING_HASHES_MAX });
  #stranger: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return this.#queue.run(() => argon2Hash(password));
  }

  /**
   * Does the password belong to the stored hash? An unknown login (no hash) costs one hash too, so that time does not tell
   * who exists. `before` runs when its turn has come and may throw.
   */
  check(
    stored: string | null,
    login: string,
    password: string,
    before: () => Promise<void> = async () => {},
  ): Promise<PasswordCheck> {
    return this.#queue.run(async () => {
      await before();
      if (stored !== null && isLegacyHash(stored)) {
        if (!(await legacyMatches(stored, login, password))) return { matches: false };
        return { matches: true, upgraded: await argon2Hash(password) };
      }
      this.#stranger ??= argon2Hash('nobody');
      const matches = await argon2Matches(stored ?? (await this.#stranger), password);
      return { matches: matches && stored !== null };
    });
  }
}
