import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { programOnPath } from './program-on-path.ts';
import { runProgram } from './run-program.ts';

/** Whether this system has Debian's package tools. */
export function hasDebianPackages(): boolean {
  return programOnPath('apt-get') !== undefined && programOnPath('dpkg-deb') !== undefined;
}

/**
 * Fetches Debian packages and unpacks them into a folder, without installing them and so without root.
 * Package lists of our own are used, since a fresh system has none and only root may fetch those.
 */
export async function unpackDebianPackages(names: readonly string[], folder: string): Promise<void> {
  const downloads = join(folder, '.packages');
  mkdirSync(downloads, { recursive: true });
  const lists = await packageLists();
  await runProgram('apt-get', [...lists, 'download', ...names], { cwd: downloads, timeoutMs: 300_000 });
  for (const file of readdirSync(downloads)) {
    await runProgram('dpkg-deb', ['-x', join(downloads, file), folder]);
  }
}

/** The names of the packages that the given ones need, themselves included. */
export async function debianClosure(names: readonly string[]): Promise<readonly string[]> {
  const only = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`);
  const lists = await packageLists();
  const { stdout } = await runProgram('apt-cache', [...lists, 'depends', '--recurse', ...only, ...names]);
  return stdout.split('\n').filter((line) => /^[a-z0-9]/.test(line));
}

const LISTS_AGE_MS_MAX = 24 * 3600_000;

async function packageLists(): Promise<readonly string[]> {
  const lists = cacheFolder('apt', 'lists');
  const cache = cacheFolder('apt', 'cache');
  const options = ['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${cache}`, '-o', 'APT::Sandbox::User='];
  const stamp = join(cache, 'lists-updated');
  if (!existsSync(stamp) || Date.now() - statSync(stamp).mtimeMs > LISTS_AGE_MS_MAX) {
    await runProgram('apt-get', [...options, '-qq', 'update'], { timeoutMs: 300_000 });
    writeFileSync(stamp, '');
  }
  return options;
}
