import { setTimeout as pause } from 'node:timers/promises';
import { Fault, type JsonObject, type ServerRow } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import type { Lifecycle } from '../lifecycle.ts';
import type { Servers } from '../server/servers.ts';
import { stuck, type TransportResult } from '../transport/outcome.ts';
import { isQueuedByChange } from '../user-service/stored-change.ts';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';
import { type ClaimedTask, onServer, userServiceOf } from './claimed-task.ts';
import { type Conclusion, conclusionOf, serviceLocked } from './conclusion.ts';
import { type Deliveries, isTransport } from './delivery/deliveries.ts';
import { textOption } from './delivery/option-values.ts';
import { hasAccount } from './has-account.ts';
import { type InternalMethods, SYSTEM_USER } from './internal-methods.ts';
import type { TaskMetrics } from './task-metrics.ts';
import type { TaskQueue } from './task-queue.ts';

/** How long an attempt waits for a change of its service before it counts as locked. */
const LOCK_WAIT_MS = 3_000;
const LOCK_POLL_MS = 50;
/** Its commands change nothing and may run beside others (domain.md 4.3, step 3). */
const CHANGED = 'CHANGED';

export interface TaskExecutorOptions {
  readonly runtime: Pick<Runtime, 'systemContext'>;
  readonly queue: TaskQueue;
  readonly lifecycle: Pick<Lifecycle, 'applyEventDone' | 'changes'>;
  readonly servers: Pick<Servers, 'read' | 'readGroup' | 'choose' | 'release'>;
  readonly deliveries: Pick<Deliveries, 'deliver'>;
  readonly methods: InternalMethods;
  readonly metrics: Pick<TaskMetrics, 'carriedBy'>;
}

/** What a transport answered, the server that a group chose for it, and the one that the service is on from now on. */
type Done = TransportResult & { readonly chosenServer?: number; readonly serverId?: number };

/** Does what a task says (domain.md 4.3, steps 2 to 8). */
export class TaskExecutor {
  readonly #options: TaskExecutorOptions;

  constructor(options: TaskExecutorOptions) {
    this.#options = options;
  }

  async execute(task: ClaimedTask): Promise<Conclusion> {
    if (textOption(task.event, 'method') === undefined && !(await this.#userExists(task))) {
      return conclusionOf(stuck(`User not exists: ${task.userId}`));
    }
    const userServiceId = userServiceOf(task);
    return userServiceId === null ? this.#carryOut(task, null) : this.#serve(task, userServiceId);
  }

  /** A task of a service: alone with it, and its success moves the service on. */
  async #serve(task: ClaimedTask, userServiceId: number): Promise<Conclusion> {
    const service = await this.#findService(userServiceId);
    if (!service) return { kind: 'success', response: { error: `User service not exists: ${userServiceId}` } };
    if (task.event.name !== CHANGED && !(await this.#isFree(task, service))) return serviceLocked();
    const done: Done | Conclusion = task.transported
      ? (JSON.parse(task.transported) as Done)
      : await this.#carryOut(task, userServiceId);
    if (!('outcome' in done)) return done;
    if (done.outcome !== 'success') return conclusionOf(done);
    if (!task.transported) await this.#options.queue.note(task, { transported: JSON.stringify(done) });
    return this.#moveOn(task, userServiceId, done);
  }

  async #moveOn(task: ClaimedTask, userServiceId: number, done: Done): Promise<Conclusion> {
    const { lifecycle, queue, servers } = this.#options;
    const { serverId } = done;
    try {
      const run = isQueuedByChange(task.key) ? {} : { run: `task-${task.id}:${task.row.executed ?? 'first'}` };
      const of = { userServiceId, event: task.event.name, taskKey: task.key, ...run };
      await lifecycle.applyEventDone({ ...of, ...(serverId === undefined ? {} : { serverId }) });
    } catch (error) {
      if (error instanceof Fault && error.status === 408) return serviceLocked();
      throw error;
    }
    if (serverId !== undefined) await servers.release(serverId, userServiceId);
    await queue.wake(task.userId);
    return conclusionOf(done);
  }

  async #carryOut(task: ClaimedTask, userServiceId: null): Promise<Conclusion>;
  async #carryOut(task: ClaimedTask, userServiceId: number): Promise<Done | Conclusion>;
  async #carryOut(task: ClaimedTask, userServiceId: number | null): Promise<Done | Conclusion> {
    if (textOption(task.event, 'method') !== undefined) {
      this.#options.metrics.carriedBy(task, 'internal');
      return this.#options.methods.run(task);
    }
    const done = await this.#transport(task, userServiceId);
    return userServiceId === null ? conclusionOf(done) : done;
  }

  async #transport(task: ClaimedTask, userServiceId: number | null): Promise<Done> {
    const groupId = idOf(task.event.server_gid);
    const group = groupId === undefined ? undefined : await this.#options.servers.readGroup(groupId);
    if (groupId !== undefined && !group) return stuck(`Server group not exists: ${groupId}`);
    const server = await this.#serverOf(task, groupId, userServiceId);
    if (server === 'missing') return stuck(`Server not exists: ${task.settings.server_id}`);
    const transport =
      textOption(task.settings, 'transport') ??
      textOption(task.event.settings ?? {}, 'transport') ??
      group?.transport ??
      server?.transport;
    if (transport === undefined || !isTransport(transport)) {
      return stuck(transport === undefined ? 'Transport not exists' : `Transport not exists: ${transport}`);
    }
    if (group && !server && transport !== 'local' && transport !== 'telegram') {
      return stuck(`No server of the group ${groupId} is free`);
    }
    this.#options.metrics.carriedBy(task, transport);
    const chosen = group && server ? { chosenServer: server.server_id } : {};
    const served = group && server ? onServer(task, server.server_id) : task;
    const result = await this.#options.deliveries.deliver({ task: served, transport, server, userServiceId });
    const isKept = result.outcome === 'success' && transport === 'ssh' && server !== undefined;
    if (!isKept && group && server && userServiceId !== null) {
      await this.#options.servers.release(server.server_id, userServiceId);
    }
    return { ...result, ...chosen, ...(isKept ? { serverId: server.server_id } : {}) };
  }

  /** A group chooses, else the one that the settings name (domain.md 4.3, steps 4 and 5). */
  async #serverOf(
    task: ClaimedTask,
    groupId: number | undefined,
    userServiceId: number | null,
  ): Promise<ServerRow | undefined | 'missing'> {
    const { servers, queue } = this.#options;
    if (groupId === undefined) {
      const id = idOf(task.settings.server_id);
      return id === undefined ? undefined : ((await servers.read(id)) ?? 'missing');
    }
    // The worker before this one may have been at work there already.
    const earlier = task.chosenServer === null ? undefined : await servers.read(task.chosenServer);
    const chosen = earlier ?? (await servers.choose(groupId, userServiceId ?? undefined));
    if (chosen && !earlier) await queue.note(task, { chosen_server: chosen.server_id });
    return chosen;
  }

  /** Waits while the service changes; false where it goes on changing, or where another task of it runs. */
  async #isFree(task: ClaimedTask, service: UserServiceDocument): Promise<boolean> {
    const until = Date.now() + LOCK_WAIT_MS;
    for (;;) {
      const other = await this.#options.queue.runningOf(service._id, task.id);
      // Of two that see each other the later one goes back, so that one of them goes on.
      if (other !== undefined && other < task.id) return false;
      if (other === undefined && !(await this.#isChanging(service))) return true;
      if (Date.now() >= until) return false;
      await pause(LOCK_POLL_MS);
    }
  }

  async #isChanging(service: UserServiceDocument): Promise<boolean> {
    const { collection } = this.#options.lifecycle.changes.trees;
    const root = await collection.findOne({ _id: service.root }, { projection: { 'change.number': 1 } });
    return Boolean(root?.change);
  }

  async #findService(id: number): Promise<UserServiceDocument | undefined> {
    try {
      return await this.#options.lifecycle.changes.trees.find(id);
    } catch (error) {
      if (error instanceof Fault && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Everybody has an account but, on a fresh system, the administrator whose jobs the system's own are. */
  async #userExists(task: ClaimedTask): Promise<boolean> {
    return task.userId === SYSTEM_USER || hasAccount(this.#options.runtime, task);
  }
}

function idOf(value: JsonObject[string] | undefined): number | undefined {
  const id = Number(value ?? 0);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}
