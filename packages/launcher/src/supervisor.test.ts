import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isRunning, type ProcessIdentity, startServerProcess } from '@countinghouse/servers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StartProcess, Supervisor } from './supervisor.ts';

let folder: string;
let lines: string[];
let identities: ProcessIdentity[];
let supervisor: Supervisor;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'));
  lines = [];
  identities = [];
  supervisor = new Supervisor({
    report: (line) => lines.push(line),
    record: (_name, identity) => identities.push(identity),
    backoffMsMin: 20,
    backoffMsMax: 100,
  });
});
afterEach(async () => {
  await supervisor.stop(['door'], 1_000);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a small server whose code is `code`; it listens when that calls `listen()`. */
function starting(code: () => string): StartProcess {
  return async (onSpawn) => {
    const port = await freePort();
    const listen = `const listen = () => require("net").createServer().listen(${port}, "127.0.0.1");`;
    const args = ['-e', `${listen} ${code()}`];
    const common = { name: 'door', command: process.execPath, cwd: folder, logFile: join(folder, 'log') };
    return startServerProcess({ ...common, args, port, onSpawn });
  };
}

test('what dies is started again, and one line says so', async () => {
  const { identity } = await supervisor.start(
    'door',
    starting(() => 'listen()'),
  );
  process.kill(identity.pid, 'SIGKILL');
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 30_000 });
  expect(lines[0]).toMatch(/^door was ended by SIGKILL and was started again after \d+\.\d s$/);
  expect(identities).toHaveLength(2);
  expect(identities.map(isRunning)).toEqual([false, true]);
});

test('what cannot be started again is tried further', async () => {
  const codes = ['listen()', 'process.exit(1)', 'listen()'];
  const { identity } = await supervisor.start(
    'door',
    starting(() => codes.shift() ?? ''),
  );
  process.kill(identity.pid, 'SIGTERM');
  await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 30_000 });
  expect(lines[0]).toBe('door could not be started again, trying further: door ended before it was ready');
  expect(lines[1]).toContain('and was started again');
});

test('stopping ends what runs, and nothing comes back', async () => {
  await supervisor.start(
    'door',
    starting(() => 'listen()'),
  );
  await supervisor.stop(['door'], 1_000);
  expect(identities.map(isRunning)).toEqual([false]);
  expect(lines).toEqual([]);
  await expect(
    supervisor.start(
      'door',
      starting(() => 'listen()'),
    ),
  ).rejects.toThrow('is being stopped');
});

test('stopping also ends what is not ready yet', async () => {
  const start = supervisor.start(
    'door',
    starting(() => 'setInterval(() => {}, 1000)'),
  );
  const outcome = start.catch((error: unknown) => error);
  await vi.waitFor(() => expect(identities).toHaveLength(1), { timeout: 30_000 });
  await supervisor.stop(['door'], 1_000);
  expect(await outcome).toMatchObject({ name: 'ServerStartFailed' });
  expect(identities.map(isRunning)).toEqual([false]);
});

test('a first start that fails is the caller’s to handle', async () => {
  await expect(
    supervisor.start(
      'door',
      starting(() => 'process.exit(1)'),
    ),
  ).rejects.toThrow('ended before it was ready');
});
