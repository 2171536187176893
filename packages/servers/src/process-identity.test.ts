import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endProcesses } from './end-processes.ts';
import { identifyProcess, isRunning } from './process-identity.ts';

test('a process is told from a later one with the same pid by its start time', async () => {
  const own = identifyProcess(process.pid);
  expect(own?.pid).toBe(process.pid);
  if (own === undefined) return;
  expect(isRunning(own)).toBe(true);
  expect(isRunning({ ...own, startedAt: '1' })).toBe(false);
});

test('a process that has ended has no identity', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  expect(identifyProcess(child.pid ?? 0)).toBeUndefined();
});

test('ending leaves alone what only has the same pid', async () => {
  const child = spawn('sleep', ['60'], { detached: true });
  const identity = identifyProcess(child.pid ?? 0);
  if (identity === undefined) throw new Error('the process does not run');
  expect(await endProcesses([{ ...identity, startedAt: '1' }], 1_000)).toEqual([]);
  expect(isRunning(identity)).toBe(true);
  expect(await endProcesses([identity], 1_000)).toEqual([identity]);
  expect(isRunning(identity)).toBe(false);
});
