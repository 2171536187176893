import type { IncomingMessage } from 'node:http';
import type { CarriedCredential } from './credentials.ts';

/**
 * What a request brings, less the cookies that the browser sent because a page of another site made it write: they say nothing of
 * what the user wants. Browsers hold cookies marked SameSite back themselves; those of the `shm` dialect are not, and clients set
 * their own. Pages of the listed origins may write.
 */
export function withoutForeignCookies(
  credentials: readonly CarriedCredential[],
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  origins: readonly string[],
): readonly CarriedCredential[] {
  if (method === 'GET' || headers['sec-fetch-site'] !== 'cross-site') return credentials;
  if (headers.origin !== undefined && origins.includes(headers.origin)) return credentials;
  return credentials.filter(({ carrier }) => carrier !== 'cookie');
}
