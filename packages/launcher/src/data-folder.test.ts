import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identifyProcess, isRunning, type ProcessIdentity } from '@countinghouse/servers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataFolder, DataFolderInUse } from './data-folder.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

test('secrets are made once, differ from each other, and are readable by their owner alone', () => {
  const folder = DataFolder.take(path);
  const variables = folder.secretVariables();
  expect(Object.keys(variables).sort()).toEqual([
    'SECRET_BILLING',
    'SECRET_SERVICE_LIFECYCLE',
    'SECRET_TEMPLATE_RENDERER',
    'SECRET_USER',
  ]);
  expect(new Set(Object.values(variables)).size).toBe(4);
  expect(statSync(join(path, 'secrets.json')).mode & 0o777).toBe(0o600);
  folder.release();
  expect(DataFolder.take(path).secretVariables()).toEqual(variables);
});

test('a new folder is open to its owner alone', () => {
  const fresh = join(path, 'data');
  DataFolder.take(fresh).release();
  expect(statSync(fresh).mode & 0o777).toBe(0o700);
});

test('a folder that a running launcher holds is refused; one of a dead launcher is taken over', () => {
  const holder = DataFolder.take(path);
  expect(() => DataFolder.take(path)).toThrow(DataFolderInUse);
  expect(() => DataFolder.take(path)).toThrow(`in use by process ${process.pid}`);
  holder.release();
  writeFileSync(join(path, 'launcher.json'), JSON.stringify({ pid: process.pid, startedAt: '1' }));
  DataFolder.take(path).release();
});

test('the generated password stays the same until it was shown, and is then forgotten', () => {
  const folder = DataFolder.take(path);
  const password = folder.passwordToShow();
  folder.release();
  const later = DataFolder.take(path);
  expect(later.passwordToShow()).toBe(password);
  expect(later.administratorExists).toBe(false);
  later.noteAdministrator();
  expect(later.administratorExists).toBe(true);
  expect(readFileSync(join(path, 'secrets.json'), 'utf8')).not.toContain(password);
});

test('a process that was written down ends when its launcher is killed', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    import { identifyProcess } from '@countinghouse/servers';
    import { DataFolder } from ${JSON.stringify(new URL('./data-folder.ts', import.meta.url).href)};
    const sleeper = identifyProcess(spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).pid);
    DataFolder.take(${JSON.stringify(path)}).recordProcess('mongo', sleeper);
    console.log(JSON.stringify(sleeper));
    setInterval(() => {}, 1000);`;
  const program = ['--conditions=source', '--input-type=module', '-e', script];
  const launcher = spawn(process.execPath, program, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => launcher.stdout.once('data', (text) => resolve(String(text))));
  launcher.kill('SIGKILL');
  const sleeper = JSON.parse(line) as ProcessIdentity;
  await vi.waitFor(() => expect(isRunning(sleeper)).toBe(false), { timeout: 30_000 });
});

test('what a dead launcher left running is ended, a stranger with a used pid is not', async () => {
  const left = spawn('sleep', ['60'], { detached: true });
  const identity = identifyProcess(left.pid ?? 0);
  const own = identifyProcess(process.pid);
  if (identity === undefined || own === undefined) throw new Error('the processes do not run');
  const dead = DataFolder.take(path);
  dead.recordProcess('mongo', identity);
  dead.recordProcess('user', { ...own, startedAt: '1' });
  rmSync(join(path, 'launcher.json'));
  const folder = DataFolder.take(path);
  expect(await folder.endLeftovers()).toBe(1);
  expect(isRunning(identity)).toBe(false);
});
