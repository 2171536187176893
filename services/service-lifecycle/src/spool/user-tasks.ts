import { type JsonObject, selectUsers } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import type { Store } from '@countinghouse/store';
import { type ClaimedTask, periodOf } from './claimed-task.ts';
import { numberOption, textOption } from './delivery/option-values.ts';
import { jobSettings } from './internal-methods.ts';
import { enqueue, type NewTask, PRIO_DEFAULT } from './task.ts';

/** Queues a task for every user who is not blocked: the job `job_users`, for mailings (domain.md 4.7). */
export class UserTasks {
  readonly #runtime: Pick<Runtime, 'systemContext' | 'clock'> & { readonly store: Store };

  constructor(runtime: Pick<Runtime, 'systemContext' | 'clock' | 'store'>) {
    this.#runtime = runtime;
  }

  /** Answers how many; repeating an attempt queues what is missing. */
  async queueForAll(job: ClaimedTask): Promise<number> {
    const { store, clock, systemContext } = this.#runtime;
    const context = systemContext(`job-users:${job.key}:${job.token}`, job.userId);
    const args = { limit: 0, fields: 'user_id', sort_direction: 'asc' } as const;
    const { rows } = await context.call(selectUsers, args);
    let queued = 0;
    for await (const batch of Symbol.asyncIterator in rows ? rows : [rows]) {
      const tasks = batch.map(({ user_id }) => taskFor(job, user_id));
      await enqueue(store, tasks, clock.now());
      queued += tasks.length;
    }
    return queued;
  }
}

function taskFor(job: ClaimedTask, userId: number): NewTask {
  const { server_gid, template, template_id, prio, transport, ...settings } = jobSettings(job);
  const run = periodOf(job) > 0 ? `:${job.row.executed ?? 'first'}` : '';
  const templateName = textOption({ template: template_id ?? template ?? null }, 'template');
  const options: JsonObject = {
    ...(templateName === undefined ? {} : { template_id: templateName }),
    ...(transport === undefined ? {} : { transport }),
  };
  return {
    key: `${job.key}${run}:user:${userId}`,
    user_id: userId,
    user_service_id: null,
    event: {
      kind: 'UserService',
      title: job.event.title,
      name: 'TASK',
      server_gid: Number(server_gid ?? job.event.server_gid ?? 0),
      settings: options,
      task_id: job.id,
    },
    settings,
    prio: numberOption({ prio: prio ?? null }, 'prio') ?? PRIO_DEFAULT,
  };
}
