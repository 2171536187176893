import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder in the user's cache that keeps fetched and built programs: `$XDG_CACHE_HOME/countinghouse`,
 * else `~/.cache/countinghouse`. It is created when absent, and may be deleted at any time.
 */
export function cacheFolder(...parts: string[]): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(base, 'countinghouse', ...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}
