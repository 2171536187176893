import { existsSync } from 'node:fs';
import { portAccepts } from '@countinghouse/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isolatedDatabase } from './isolated-database.ts';
import { type RunningServers, startServers } from './start-servers.ts';

let servers: RunningServers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.stop());

const portOf = (url: string) => Number(new URL(url).port);

test('both servers accept connections, and a killed one comes back on its port', async () => {
  expect(await portAccepts(portOf(servers.natsUrl))).toBe(true);
  expect(await portAccepts(portOf(servers.mongoUrl))).toBe(true);
  expect(await servers.killNats()).toEqual({ code: null, signal: 'SIGKILL' });
  expect(await portAccepts(portOf(servers.natsUrl))).toBe(false);
  await servers.restartNats();
  expect(await portAccepts(portOf(servers.natsUrl))).toBe(true);
  await servers.killMongo();
  await servers.restartMongo();
  expect(await portAccepts(portOf(servers.mongoUrl))).toBe(true);
});

test('a temporary folder is gone after the end', async () => {
  const own = await startServers();
  expect(existsSync(own.dataDir)).toBe(true);
  await own.stop();
  expect(existsSync(own.dataDir)).toBe(false);
  expect(await portAccepts(portOf(own.natsUrl))).toBe(false);
  await own.stop();
});

test('each isolation has a name of its own, as database prefix and as bus prefix', () => {
  const first = isolatedDatabase('mongodb://127.0.0.1:27017/?directConnection=true');
  const second = isolatedDatabase('mongodb://127.0.0.1:27017/?directConnection=true');
  expect(first.busPrefix).toMatch(/^ch_test_[0-9a-f]{12}$/);
  expect(first.mongoUrl).toBe(`mongodb://127.0.0.1:27017/${first.busPrefix}?directConnection=true`);
  expect(second.busPrefix).not.toBe(first.busPrefix);
});
