import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, moveInPlace } from './cache-folder.ts';
import { sha256OfFile } from './checksum.ts';
import { programAt } from './program-version.ts';
import type { Engine, EngineVersion, ServerProgram } from './server-program.ts';

interface CacheEntry {
  /** Path of the executable inside the entry's folder. */
  readonly executable: string;
  readonly sha256: string;
}

const ENTRY_FILE = 'entry.json';

/** The cached program of exactly this version, checked by its SHA-256; undefined when it is not cached. */
export async function cachedProgram({ engine, version }: EngineVersion): Promise<ServerProgram | undefined> {
  const folder = join(cacheFolder('servers'), `${engine}-${version}`);
  const entry = readEntry(folder);
  if (entry === undefined) return undefined;
  const path = join(folder, entry.executable);
  if ((await sha256OfFile(path)) === entry.sha256) return { engine, version, path };
  rmSync(folder, { recursive: true, force: true });
  return undefined;
}

/** The versions of a program that are cached. */
export function cachedVersions(engine: Engine): readonly string[] {
  const prefix = `${engine}-`;
  return readdirSync(cacheFolder('servers'))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
}

function readEntry(folder: string): CacheEntry | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, ENTRY_FILE), 'utf8')) as CacheEntry;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Puts a program in the cache: `fill` writes it into an empty folder and answers the path of the executable in it.
 * The folder gets its name only when it is complete, so that two processes may do this at once.
 * @throws when the program does not run, or is not `expected.version` where that is given.
 */
export async function storeProgram(
  engine: Engine,
  expectedVersion: string | undefined,
  fill: (folder: string) => Promise<string>,
): Promise<ServerProgram> {
  const servers = cacheFolder('servers');
  const draft = mkdtempSync(join(servers, '.draft-'));
  try {
    const executable = await fill(draft);
    chmodSync(join(draft, executable), 0o755);
    const { version } = await programAt(engine, join(draft, executable));
    if (expectedVersion !== undefined && version !== expectedVersion) {
      throw new Error(`${engine} ${expectedVersion} was asked for, ${version} arrived`);
    }
    const entry: CacheEntry = { executable, sha256: await sha256OfFile(join(draft, executable)) };
    writeFileSync(join(draft, ENTRY_FILE), JSON.stringify(entry));
    const folder = join(servers, `${engine}-${version}`);
    moveInPlace(draft, folder);
    return { engine, version, path: join(folder, executable) };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
