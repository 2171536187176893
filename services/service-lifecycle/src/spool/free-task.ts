import { setTimeout as pause } from 'node:timers/promises';
import { Fault, objectNotFound } from '@countinghouse/contracts';
import type { TaskQueue } from './task-queue.ts';

const WAIT_MS = 2_000;
const POLL_MS = 100;

/**
 * What `act` answers for a task that no worker is at; it answers undefined where one is, and is asked again for two seconds.
 * Fault 404 for an unknown task, 408 for one that stays busy (domain.md 6.1).
 */
export async function whenFree<T>(queue: TaskQueue, id: number, act: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const done = await act();
    if (done !== undefined) return done;
    if (!(await queue.tasks.findOne({ _id: id }, { projection: { _id: 1 } }))) throw objectNotFound();
    if (Date.now() >= until) throw new Fault(408, 'The task is locked: a worker is at it');
    await pause(POLL_MS);
  }
}
