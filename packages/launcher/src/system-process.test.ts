import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSystemProcess } from './system-process.ts';

let folder: string;
let stranger: Server;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'system-process-'));
  stranger = createServer();
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', () => resolve()));
});
afterEach(() => {
  stranger.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A gateway that ends at once, since its environment is empty. */
function startGateway(port: number) {
  const http = { host: '127.0.0.1', port };
  return startSystemProcess({ name: 'gateway', form: 'sources', env: {}, logFile: join(folder, 'log'), http });
}

test('a port that a stranger keeps is named', async () => {
  const { port } = stranger.address() as AddressInfo;
  await expect(startGateway(port)).rejects.toThrow(`gateway: port ${port} is in use`);
});

test('a port that a stranger had for a moment is tried again', async () => {
  const { port } = stranger.address() as AddressInfo;
  stranger.once('connection', () => stranger.close());
  await expect(startGateway(port)).rejects.toThrow(/Cannot start: .*NATS_URL/s);
});
