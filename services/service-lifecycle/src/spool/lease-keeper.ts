import type { Logger } from '@countinghouse/process';
import type { ClaimedTask } from './claimed-task.ts';
import type { TaskQueue } from './task-queue.ts';

/** Has the lease of a task begin anew while its attempt takes long. */
export class LeaseKeeper {
  readonly #timer: NodeJS.Timeout;

  constructor(queue: TaskQueue, task: ClaimedTask, log: Logger) {
    this.#timer = setInterval(() => {
      queue.renew(task).catch((error: unknown) => {
        log.warn({ err: error, task: task.id }, 'the lease of a task could not be renewed');
      });
    }, queue.leaseMs / 4);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
