import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedProgram, cachedVersions, storeProgram } from './program-cache.ts';

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'program-cache-'));
  vi.stubEnv('XDG_CACHE_HOME', cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

const WANTED = { engine: 'mongod', version: '8.0.1' } as const;

async function fillWith(version: string, folder: string): Promise<string> {
  writeFileSync(join(folder, 'mongod'), `#!/bin/sh\necho db version v${version}\n`);
  return 'mongod';
}

test('a stored program is found again by its version', async () => {
  expect(await cachedProgram(WANTED)).toBeUndefined();
  const stored = await storeProgram('mongod', '8.0.1', (folder) => fillWith('8.0.1', folder));
  expect(await cachedProgram(WANTED)).toEqual(stored);
  expect(cachedVersions('mongod')).toEqual(['8.0.1']);
});

test('a program that was changed since is not used', async () => {
  const { path } = await storeProgram('mongod', '8.0.1', (folder) => fillWith('8.0.1', folder));
  appendFileSync(path, '# changed');
  expect(await cachedProgram(WANTED)).toBeUndefined();
});

test('another version than the expected one is refused and leaves nothing behind', async () => {
  const store = storeProgram('mongod', '8.0.1', (folder) => fillWith('8.0.2', folder));
  await expect(store).rejects.toThrow('mongod 8.0.1 was asked for, 8.0.2 arrived');
  expect(readdirSync(join(cache, 'countinghouse', 'servers'))).toEqual([]);
});

test('two processes may store the same program at once', async () => {
  const store = () => storeProgram('mongod', '8.0.1', (folder) => fillWith('8.0.1', folder));
  const [first, second] = await Promise.all([store(), store()]);
  expect(first).toEqual(second);
  expect(await cachedProgram(WANTED)).toEqual(first);
});
