import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheFolder, fillOnce } from './cache-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'cache-folder-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(parent, { recursive: true, force: true });
});

const write = (text: string) => async (draft: string) => writeFileSync(join(draft, 'file'), text);

test('the cache is below XDG_CACHE_HOME', () => {
  vi.stubEnv('XDG_CACHE_HOME', parent);
  expect(cacheFolder('a', 'b')).toBe(join(parent, 'countinghouse', 'a', 'b'));
});

test('a folder is filled once', async () => {
  const folder = await fillOnce(parent, 'lists', write('first'));
  expect(await fillOnce(parent, 'lists', write('second'))).toBe(folder);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('first');
});

test('of two at once one wins, and no draft stays behind', async () => {
  const [first, second] = await Promise.all([
    fillOnce(parent, 'lists', write('same')),
    fillOnce(parent, 'lists', write('same')),
  ]);
  expect(first).toBe(second);
  expect(readdirSync(parent)).toEqual(['lists']);
});

test('what could not be filled is not there', async () => {
  const fill = fillOnce(parent, 'lists', async () => {
    throw new Error('no answer');
  });
  await expect(fill).rejects.toThrow('no answer');
  expect(readdirSync(parent)).toEqual([]);
});
