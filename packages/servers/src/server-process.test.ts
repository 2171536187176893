import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort, portAccepts } from './free-port.ts';
import { type ServerCommand, ServerStartFailed, startServerProcess } from './server-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-process-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function program(code: string): Promise<ServerCommand> {
  const port = await freePort();
  const args = ['-e', `const port = ${port}; ${code}`];
  return { name: 'a server', command: process.execPath, args, cwd: folder, port, logFile: join(folder, 'log') };
}

test('is ready once its port accepts connections, and ends when asked', async () => {
  const server = await startServerProcess(await program('require("net").createServer().listen(port, "127.0.0.1")'));
  expect(await portAccepts(server.port)).toBe(true);
  expect(server.running).toBe(true);
  expect(await server.stop()).toEqual({ code: null, signal: 'SIGTERM' });
  expect(server.running).toBe(false);
});

test('a process that does not end when asked is killed', async () => {
  const stubborn = 'process.on("SIGTERM", () => {}); require("net").createServer().listen(port, "127.0.0.1")';
  const server = await startServerProcess(await program(stubborn));
  expect(await server.stop(200)).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a process that dies before it is ready is reported with the last lines of its log', async () => {
  const start = startServerProcess(await program('console.error("no space left"); process.exit(3)'));
  await expect(start).rejects.toThrow(ServerStartFailed);
  await expect(start).rejects.toThrow(/a server ended before it was ready\n.*no space left/s);
});

test('what an earlier start wrote to the same log is not reported', async () => {
  const command = await program('console.error(process.env.REASON); process.exit(3)');
  const failing = (REASON: string) => startServerProcess({ ...command, env: { REASON } });
  await expect(failing('EADDRINUSE of before')).rejects.toThrow('EADDRINUSE of before');
  await expect(failing('no space left')).rejects.toThrow(/^a server ended before it was ready\nno space left$/);
});

test('a process that is never ready is killed after the time limit', async () => {
  const command = await program('setInterval(() => {}, 1000)');
  const start = startServerProcess({ ...command, readyTimeoutMs: 300 });
  await expect(start).rejects.toThrow('was not ready on port');
});

test('a program that does not exist is named', async () => {
  const start = startServerProcess({ ...(await program('')), command: join(folder, 'absent') });
  await expect(start).rejects.toThrow(/a server did not start: .*ENOENT/);
});

test('a port that another program holds is named', async () => {
  const holder = await startServerProcess(await program('require("net").createServer().listen(port, "127.0.0.1")'));
  const late = startServerProcess({ ...(await program('')), port: holder.port });
  await expect(late).rejects.toThrow(`a server: port ${holder.port} is in use`);
  await holder.stop();
});
