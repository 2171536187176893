import type { JsonObject } from '@countinghouse/contracts';
import type { Implementation, Runtime, ServiceParts } from '@countinghouse/service';
import { z } from 'zod';
import { Identities } from '../identity/identities.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { askForAutoPayment } from '../pay-system/ask-for-auto-payment.ts';
import type { Servers } from '../server/servers.ts';
import { outgoingPolicy } from '../transport/outgoing-environment.ts';
import { implementSendRequest } from '../transport/send-request.ts';
import { deliverWebhook } from '../webhook/deliver-webhook.ts';
import { WEBHOOK_KIND, type Webhooks } from '../webhook/webhooks.ts';
import { attempt } from './attempt.ts';
import { type ClaimedTask, userServiceOf } from './claimed-task.ts';
import type { Conclusion } from './conclusion.ts';
import { Deliveries } from './delivery/deliveries.ts';
import { addFirstJobs } from './first-jobs.ts';
import { taskImplementations } from './manage-tasks.ts';
import { manualActionImplementations } from './manual-actions.ts';
import { runDueTasks } from './run-due-tasks.ts';
import { ACTIVATIONS, activateMany, systemMethods } from './system-methods.ts';
import { onEnqueued } from './task.ts';
import { TaskExecutor } from './task-executor.ts';
import { TaskHistory } from './task-history.ts';
import { TaskMetrics } from './task-metrics.ts';
import { LEASE_MS, TaskQueue } from './task-queue.ts';
import { UserTasks } from './user-tasks.ts';
import { Workers } from './workers.ts';

const WORKERS_DEFAULT = 8;
/** Told to every replica when tasks were queued. */
const QUEUED_TOPIC = 'spool.queued';

export const spoolVariables = {
  /** Tasks that a replica runs at once; 0 where it runs none. */
  SPOOL_WORKERS: z.coerce.number().int().min(0).max(64).default(WORKERS_DEFAULT),
  /** Real time after which the task of a killed worker is tried again. */
  SPOOL_LEASE_MS: z.coerce.number().int().min(200).max(600_000).default(LEASE_MS),
};

export interface SpoolEnvironment {
  readonly SPOOL_WORKERS: number;
  readonly SPOOL_LEASE_MS: number;
  readonly OUTGOING_ALLOW: readonly string[];
}

/** The queue of tasks with the workers of this replica. */
export class Spool {
  readonly queue: TaskQueue;
  readonly history: TaskHistory;
  readonly #runtime: Runtime<SpoolEnvironment>;
  readonly #executor: TaskExecutor;
  readonly #metrics: TaskMetrics;
  readonly #workers: Workers;
  readonly #lifecycle: Lifecycle;
  readonly #webhooks: Webhooks;
  readonly #listening: (() => void)[] = [];

  constructor(runtime: Runtime<SpoolEnvironment>, lifecycle: Lifecycle, servers: Servers, webhooks: Webhooks) {
    const { store, clock, environment, log } = runtime;
    this.#runtime = runtime;
    this.#lifecycle = lifecycle;
    this.#webhooks = webhooks;
    this.queue = new TaskQueue(store, clock, environment.SPOOL_LEASE_MS);
    this.history = new TaskHistory(store);
    const policy = outgoingPolicy(environment);
    const deliveries = new Deliveries({
      ...{ runtime, policy },
      identities: new Identities(store),
      readConfiguration: (key) => lifecycle.config.read(key),
    });
    const methods = systemMethods({
      ...{ runtime, lifecycle, history: this.history },
      userTasks: new UserTasks(runtime),
      deliverWebhook: (task) => deliverWebhook(webhooks, policy, task),
      askForAutoPayment: (task) => askForAutoPayment(runtime, policy, task),
    });
    this.#metrics = new TaskMetrics({ registry: runtime.metrics, tasks: this.queue.tasks, log });
    const { queue } = this;
    this.#executor = new TaskExecutor({
      ...{ runtime, queue, lifecycle, servers, deliveries, methods, metrics: this.#metrics },
    });
    const workOnce = () => this.#workOnce();
    this.#workers = new Workers({ clock, log, count: environment.SPOOL_WORKERS, workOnce });
  }

  get operations(): Implementation[] {
    const { store, clock, environment } = this.#runtime;
    const { queue, history } = this;
    const options = { store, queue, history, announce: () => this.announce() };
    return [
      ...taskImplementations(options),
      ...manualActionImplementations({ ...options, lifecycle: this.#lifecycle, now: () => clock.now() }),
      implementSendRequest(outgoingPolicy(environment)),
    ];
  }

  /** What this part of the service does beside its operations. */
  get parts(): Required<Pick<ServiceParts, 'runDue' | 'begin' | 'end'>> {
    return {
      runDue: () => runDueTasks(this.queue, ACTIVATIONS, (tasks) => this.#attempt(tasks)),
      begin: () => this.#begin(),
      end: () => this.#end(),
    };
  }

  async #begin(): Promise<void> {
    const { store, bus, clock } = this.#runtime;
    await addFirstJobs(store, clock.now());
    this.#listening.push(
      bus.onBroadcast(QUEUED_TOPIC, () => this.#workers.wake()),
      onEnqueued(store, () => this.announce()),
    );
    this.#workers.begin();
  }

  /** Tells every replica that there is something to do. */
  announce(): void {
    this.#runtime.bus.broadcast(QUEUED_TOPIC, null);
  }

  async #end(): Promise<void> {
    for (const stop of this.#listening.splice(0)) stop();
    await this.#workers.end();
  }

  async #workOnce(): Promise<boolean> {
    const tasks = await this.queue.claimNext(ACTIVATIONS);
    if (tasks.length > 0) await this.#attempt(tasks);
    return tasks.length > 0;
  }

  #attempt(tasks: readonly ClaimedTask[]): Promise<void> {
    const { clock, log } = this.#runtime;
    const { queue, history } = this;
    const tellStuck = (task: ClaimedTask, response: JsonObject) => this.#tellStuck(task, response);
    const execute = (some: readonly ClaimedTask[]) => this.#execute(some);
    return attempt({ queue, history, clock, log, execute, metrics: this.#metrics, tellStuck }, tasks);
  }

  async #execute(tasks: readonly ClaimedTask[]): Promise<readonly Conclusion[]> {
    const [only] = tasks;
    if (only && tasks.length === 1) return [await this.#executor.execute(only)];
    for (const task of tasks) this.#metrics.carriedBy(task, 'internal');
    return activateMany(this.#lifecycle, tasks);
  }

  /** A notice that cannot be delivered is not told of by further notices. */
  async #tellStuck(task: ClaimedTask, response: JsonObject): Promise<void> {
    const { id, userId, event, token } = task;
    if (event.kind === WEBHOOK_KIND) return;
    const { error = null } = response;
    const { name, title } = event;
    const about = { name: name ?? '', title: title ?? '', user_service_id: userServiceOf(task) };
    const at = this.#runtime.clock.now();
    const data = { task_id: id, user_id: userId, ...about, error };
    await this.#webhooks.tell([{ id: `task.stuck:${id}:${token}`, event: 'task.stuck', at, data }], at);
  }
}
