import { TASK_STATUSES, type TaskStatusCount } from '@countinghouse/contracts';
import type { Logger } from '@countinghouse/process';
import type { Collection } from 'mongodb';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ClaimedTask } from './claimed-task.ts';
import type { TaskDocument } from './task.ts';
import { countByStatus } from './task-counts.ts';

/** `delayed` found its service busy: no attempt, it comes again. */
export type AttemptResult = 'success' | 'fail' | 'delayed' | 'stuck';

/** What carried a task out: a transport, or a method of the system itself. */
export type Carrier = 'http' | 'ssh' | 'mail' | 'telegram' | 'local' | 'internal';

export interface TaskMetricsOptions {
  readonly registry: Registry;
  readonly tasks: Collection<TaskDocument>;
  readonly log: Logger;
}

/** Tells Prometheus how the tasks of this replica end, and how many tasks wait in the queue that all replicas share. */
export class TaskMetrics {
  readonly #attempts: Counter<'result' | 'transport'>;
  readonly #carriers = new WeakMap<ClaimedTask, Carrier>();

  constructor({ registry, tasks, log }: TaskMetricsOptions) {
    this.#attempts = new Counter({
      name: 'spool_attempts_total',
      help: 'Attempts of tasks by this replica',
      labelNames: ['result', 'transport'],
      registers: [registry],
    });
    gaugeOf(registry, async () => {
      try {
        return await countByStatus(tasks);
      } catch (error) {
        log.warn({ err: error }, 'the tasks of the queue could not be counted for the metrics');
        return undefined;
      }
    });
  }

  /** The task reached what carries it out. */
  carriedBy(task: ClaimedTask, carrier: Carrier): void {
    this.#carriers.set(task, carrier);
  }

  ended(task: ClaimedTask, result: AttemptResult): void {
    this.#attempts.inc({ result, transport: this.#carriers.get(task) ?? 'none' });
  }
}

/** Counts when it is asked for; shows nothing where that is not possible. */
function gaugeOf(registry: Registry, count: () => Promise<TaskStatusCount[] | undefined>): Gauge {
  return new Gauge({
    name: 'spool_tasks',
    help: 'Tasks in the queue, the same for every replica',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const counts = await count();
      this.reset();
      if (!counts) return;
      for (const status of TASK_STATUSES) {
        this.set({ status }, counts.find((one) => one.status === status)?.cnt ?? 0);
      }
    },
  });
}
