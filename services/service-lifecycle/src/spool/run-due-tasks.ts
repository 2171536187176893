import { setTimeout as pause } from 'node:timers/promises';
import { type ClaimedTask, periodOf } from './claimed-task.ts';
import type { TaskQueue } from './task-queue.ts';

const POLL_MS = 25;

/**
 * Runs what is due one after another until nothing is and no worker of any replica is at a task (decisions.md 15); answers how many
 * attempts of tasks and of periodic jobs there were.
 */
export async function runDueTasks(
  queue: TaskQueue,
  attempt: (task: ClaimedTask) => Promise<unknown>,
): Promise<{ tasks: number; jobs: number }> {
  const done = { tasks: 0, jobs: 0 };
  for (;;) {
    const [task] = await queue.claimNext();
    if (task) {
      await attempt(task);
      if (periodOf(task) > 0) done.jobs += 1;
      else done.tasks += 1;
    } else if (await queue.hasRunning()) {
      await pause(POLL_MS);
    } else {
      return done;
    }
  }
}
