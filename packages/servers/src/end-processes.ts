import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessIdentity, signalGroup } from './process-identity.ts';

/** Asks processes (and the groups they lead) to end; those still there after `graceMs` are killed. Returns those that ran. */
export async function endProcesses(
  identities: readonly ProcessIdentity[],
  graceMs: number,
): Promise<readonly ProcessIdentity[]> {
  const running = identities.filter(isRunning);
  for (const { pid } of running) signalGroup(pid, 'SIGTERM');
  if (await allEnded(running, graceMs)) return running;
  for (const identity of running) if (isRunning(identity)) signalGroup(identity.pid, 'SIGKILL');
  if (!(await allEnded(running, 5_000))) throw new Error('a process could not be killed');
  return running;
}

async function allEnded(identities: readonly ProcessIdentity[], withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (identities.some(isRunning)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
