import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of a file, in lower-case hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Throws when the file's SHA-256 is not the expected one. */
export async function verifySha256(path: string, expected: string): Promise<void> {
  const actual = await sha256OfFile(path);
  if (actual !== expected) throw new Error(`checksum of ${path} is ${actual}, expected ${expected}`);
}
