import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
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

/**
 * The folder `name` in `parent`, filled at the first call ever. It gets its name only when it is complete, so that
 * several processes may do this at once; whoever is slower uses the folder of the faster one.
 */
export async function fillOnce(parent: string, name: string, fill: (draft: string) => Promise<void>): Promise<string> {
  const folder = join(parent, name);
  if (existsSync(folder)) return folder;
  const draft = mkdtempSync(join(parent, '.draft-'));
  try {
    await fill(draft);
    moveInPlace(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Gives a complete folder its name; where another process was faster, its copy stays. */
export function moveInPlace(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
    if (!taken) throw error;
  }
}
