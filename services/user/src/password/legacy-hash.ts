import { createHash, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);
const PBKDF2 = /^\$7\$(\d{1,8})\$([0-9a-f]{2,128})\$([0-9a-f]{2,256})$/i;
const SHA1 = /^[0-9a-f]{40}$/i;
/** Imported hashes use 100,000; more than this would let one hash hold a core for seconds. */
const ITERATIONS_MAX = 2_000_000;

/** Is it a hash as the peer stores them (peer-http-api.md 3.5)? */
export function isLegacyHash(stored: string): boolean {
  return PBKDF2.test(stored) || SHA1.test(stored);
}

/** `$7$<iterations>$<salt hex>$<key hex>` is PBKDF2-HMAC-SHA512; 40 hex digits are SHA-1 of `login--password`. */
export async function legacyMatches(stored: string, login: string, password: string): Promise<boolean> {
  if (SHA1.test(stored)) {
    const digest = createHash('sha1').update(`${login}--${password}`).digest();
    return timingSafeEqual(digest, Buffer.from(stored, 'hex'));
  }
  const match = PBKDF2.exec(stored);
  const [, iterations = '0', salt = '', key = ''] = match ?? [];
  const count = Number(iterations);
  if (count < 1 || count > ITERATIONS_MAX || salt.length % 2 !== 0 || key.length % 2 !== 0) return false;
  const expected = Buffer.from(key, 'hex');
  const derived = await derive(password, Buffer.from(salt, 'hex'), count, expected.length, 'sha512');
  return timingSafeEqual(derived, expected);
}
