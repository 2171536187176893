import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, fillOnce } from './cache-folder.ts';
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

/** Options that make apt use package lists of our own, fetched at most once a day. */
function packageLists(): Promise<readonly string[]> {
  lists ??= fetchLists();
  return lists;
}

let lists: Promise<readonly string[]> | undefined;

async function fetchLists(): Promise<readonly string[]> {
  const cache = cacheFolder('apt', 'cache');
  const optionsFor = (folder: string) => [
    ...['-o', `Dir::State::Lists=${folder}`, '-o', `Dir::Cache=${cache}`, '-o', 'APT::Sandbox::User='],
  ];
  const day = new Date().toISOString().slice(0, 10);
  const folder = await fillOnce(cacheFolder('apt'), `lists-${day}`, async (draft) => {
    await runProgram('apt-get', [...optionsFor(draft), '-qq', 'update'], { timeoutMs: 300_000 });
  });
  return optionsFor(folder);
}
