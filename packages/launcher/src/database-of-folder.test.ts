import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainMongo, portAccepts, programForFolder } from '@countinghouse/servers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolder } from './data-folder.ts';
import { withDatabase } from './database-of-folder.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'database-of-folder-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const portOf = (url: string) => Number(new URL(url).port);

async function makeDatabase(): Promise<void> {
  mkdirSync(join(path, 'mongo'));
  await programForFolder(join(path, 'mongo'), (wanted) => obtainMongo(() => {}, wanted));
}

test('MONGODB_URL wins', async () => {
  const given = { MONGODB_URL: 'mongodb://db/countinghouse', DATA_DIR: path };
  expect(await withDatabase(given, async (url) => url)).toBe('mongodb://db/countinghouse');
});

test('a folder without a database is named', async () => {
  await expect(withDatabase({ DATA_DIR: path }, async (url) => url)).rejects.toThrow(
    `DATA_DIR: ${path} has no database`,
  );
});

test('the database of a folder on which nothing runs is started and ended', async () => {
  await makeDatabase();
  const url = await withDatabase({ DATA_DIR: path }, async (mongoUrl) => {
    expect(await portAccepts(portOf(mongoUrl))).toBe(true);
    return mongoUrl;
  });
  expect(await portAccepts(portOf(url))).toBe(false);
  DataFolder.take(path).release();
});

test('the database of a running system is used as it is', async () => {
  await makeDatabase();
  const folder = DataFolder.take(path);
  folder.recordUrls({ natsUrl: 'nats://127.0.0.1:4222', mongoUrl: 'mongodb://127.0.0.1:27017/' });
  expect(await withDatabase({ DATA_DIR: path }, async (url) => url)).toBe('mongodb://127.0.0.1:27017/');
  folder.release();
});
