import { hash, type Options, verify } from '@node-rs/argon2';

/** Argon2id, 19 MiB, two passes, one lane (decisions.md 9). */
const OPTIONS: Options = {
  // Argon2id; the library's enum exists in its types alone.
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** About 18 ms of one core, in the thread pool. */
export function argon2Hash(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

export function argon2Matches(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}
