import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardian, isRunning, type ProcessIdentity } from '@countinghouse/servers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NpmStart, READY } from './npm-start.ts';

const START_TIMEOUT_MS = 240_000;

let dataDir: string;
let password: string;
let running: NpmStart;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'npm-start-'));
  guardian().removeAtEnd(dataDir);
});
afterAll(async () => {
  running.signal('SIGTERM');
  await running.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

async function logIn(url: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const response = await fetch(`${url}/v1/user`, { headers: { authorization } });
  await response.arrayBuffer();
  return response.status;
}

test(
  'a first start prints progress, the generated password once, and the address as its last line',
  async () => {
    running = new NpmStart(dataDir);
    const url = await running.readyUrl(START_TIMEOUT_MS);
    expect(running.shownPasswords).toHaveLength(1);
    password = running.shownPasswords[0] ?? '';
    expect(await logIn(url)).toBe(200);
    expect(running.lines.length).toBeGreaterThan(3);
  },
  START_TIMEOUT_MS,
);

test(
  'a second start on the same folder is refused while the first runs',
  async () => {
    const second = new NpmStart(dataDir);
    expect(await second.exited).toBe(1);
    expect(existsSync(join(dataDir, 'launcher.json'))).toBe(true);
  },
  START_TIMEOUT_MS,
);

test.each(['billing', 'nats', 'mongo', 'gateway'])(
  '%s is started again when it dies, and one line says so',
  async (name) => {
    const url = await readyUrlOfLine(running);
    const victim = running.processes()[name];
    if (victim === undefined) throw new Error(`${name} is not written down`);
    process.kill(victim.pid, 'SIGKILL');
    const expected = new RegExp(`${name} was ended by SIGKILL and was started again after`);
    await vi.waitFor(() => expect(running.lines.filter((line) => expected.test(line))).toHaveLength(1), {
      timeout: 60_000,
    });
    await vi.waitFor(async () => expect(await logIn(url)).toBe(200), { timeout: 60_000, interval: 200 });
  },
);

async function expectGone(processes: readonly ProcessIdentity[]): Promise<void> {
  await vi.waitFor(() => expect(processes.filter(isRunning)).toEqual([]), { timeout: 60_000, interval: 100 });
}

async function readyUrlOfLine(start: NpmStart): Promise<string> {
  const url = start.lines.flatMap((line) => READY.exec(line)?.[1] ?? [])[0];
  if (url === undefined) throw new Error('never was ready');
  return url;
}

test(
  'SIGKILL of everything at the terminal leaves no process behind, and the next start has lost nothing',
  async () => {
    const family = running.family();
    expect(family.map(({ pid }) => pid)).toEqual(
      expect.arrayContaining(Object.values(running.processes()).map(({ pid }) => pid)),
    );
    running.signal('SIGKILL');
    await expectGone(family);
    running = new NpmStart(dataDir);
    const url = await running.readyUrl(START_TIMEOUT_MS);
    expect(running.lines.join('\n')).not.toContain('password');
    expect(await logIn(url)).toBe(200);
  },
  START_TIMEOUT_MS,
);

test(
  'a start ends what is left where the guardian was killed as well',
  async () => {
    const left = Object.values(running.processes());
    const family = running.family();
    // Nobody acts on the end of another: the guardian, a child of the launcher, is killed before it.
    running.signal('SIGSTOP');
    const others = family.filter(({ pid }) => !left.some((one) => one.pid === pid));
    for (const { pid } of others.reverse()) process.kill(pid, 'SIGKILL');
    await running.exited;
    expect(left.every(isRunning)).toBe(true);
    running = new NpmStart(dataDir);
    const url = await running.readyUrl(START_TIMEOUT_MS);
    expect(left.filter(isRunning)).toEqual([]);
    expect(running.lines).toContainEqual(
      expect.stringMatching(/ended \d+ processes that an earlier start had left running/),
    );
    expect(await logIn(url)).toBe(200);
  },
  START_TIMEOUT_MS,
);

test.each([
  ['SIGINT from the terminal', (start: NpmStart) => start.signal('SIGINT')],
  ['SIGINT to npm', (start: NpmStart) => start.signalNpm('SIGINT')],
  ['SIGTERM to npm', (start: NpmStart) => start.signalNpm('SIGTERM')],
  ['SIGKILL to npm', (start: NpmStart) => start.signalNpm('SIGKILL')],
])(
  '%s ends everything in order, and a start after it finds everything',
  async (_how, end) => {
    const started = running.processes();
    end(running);
    await running.exited;
    expect(running.lines.at(-1)).toBe('countinghouse: stopped');
    expect(Object.values(started).filter(isRunning)).toEqual([]);
    running = new NpmStart(dataDir);
    expect(await logIn(await running.readyUrl(START_TIMEOUT_MS))).toBe(200);
  },
  START_TIMEOUT_MS,
);

test.each([
  ['building', /building what has changed/],
  ['starting the servers', /starting nats/i],
  ['starting the services', /starting the services/],
])(
  'SIGKILL of everything while it is %s leaves no process behind',
  async (_stage, line) => {
    running.signal('SIGTERM');
    await running.exited;
    running = new NpmStart(dataDir);
    await vi.waitFor(() => expect(running.lines).toContainEqual(expect.stringMatching(line)), {
      timeout: START_TIMEOUT_MS,
      interval: 5,
    });
    const family = running.family();
    running.signal('SIGKILL');
    await expectGone(family);
  },
  START_TIMEOUT_MS,
);

test(
  'SIGKILL of npm while it is building leaves nothing running',
  async () => {
    running = new NpmStart(dataDir);
    await vi.waitFor(() => expect(running.lines).toContainEqual(expect.stringMatching(/building/)), {
      timeout: START_TIMEOUT_MS,
      interval: 5,
    });
    const family = running.family();
    running.signalNpm('SIGKILL');
    await running.exited;
    await expectGone(family);
  },
  START_TIMEOUT_MS,
);
