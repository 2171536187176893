import { setTimeout as pause } from 'node:timers/promises';
import { type ClaimedTask, periodOf } from './claimed-task.ts';
import type { DoneTogether, TaskQueue } from './task-queue.ts';

const POLL_MS = 25;

/**
 * Runs what is due in its order, as a single worker would, until nothing is and no worker of any replica is at a task
 * (decisions.md 15); answers how many attempts of tasks and of periodic jobs there were.
 */
export async function runDueTasks(
  queue: Pick<TaskQueue, 'claimNext' | 'hasRunning'>,
  together: DoneTogether,
  attempt: (tasks: readonly ClaimedTask[]) => Promise<unknown>,
): Promise<{ tasks: number; jobs: number }> {
  const done = { tasks: 0, jobs: 0 };
  for (;;) {
    const claimed = await queue.claimNext(together);
    if (claimed.length > 0) {
      await attempt(claimed);
      const jobs = claimed.filter((task) => periodOf(task) > 0).length;
      done.jobs += jobs;
      done.tasks += claimed.length - jobs;
    } else if (await queue.hasRunning()) {
      await pause(POLL_MS);
    } else {
      return done;
    }
  }
}
