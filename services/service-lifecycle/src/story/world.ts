import { randomUUID } from 'node:crypto';
import type { Bus, ReplyOf } from '@countinghouse/bus';
import {
  type ArgumentsOfOperation,
  addBonus,
  addPayment,
  addService,
  addServiceEvent,
  type Caller,
  listWithdraws,
  type Operation,
  openAccount,
  orderForUser,
  readFigures,
  readUserServices,
  readWithdraws,
  type ServiceRow,
  systemCaller,
  touchUserService,
  type UserServiceRow,
  type WithdrawRow,
} from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import { instantOf, type Outbox } from '@countinghouse/store';
import { Lifecycle } from '../lifecycle.ts';
import { SPOOL, type TaskDocument, taskCodec } from '../spool/task.ts';
import type { Stage } from '../user-service/tree-changes.ts';
import { silent } from './silent.ts';
import { type StartedServices, startServices, type WorldOptions } from './start-services.ts';

const CALL_TIMEOUT_MS = 30_000;

export const ADMIN: Caller = { subject: 'user:1', role: 'admin', userId: 1, actingUserId: 1 };

export function userCaller(userId: number, address?: string): Caller {
  const caller = { subject: `user:${userId}`, role: 'user', userId, actingUserId: userId } as const;
  return address === undefined ? caller : { ...caller, address };
}

interface Purse {
  readonly balance?: number;
  readonly bonus?: number;
  readonly credit?: number;
  readonly discount?: number;
  readonly can_overdraft?: number;
}

export interface CallAs {
  readonly caller?: Caller;
  readonly key?: string;
  readonly timeoutMs?: number;
}

/**
 * This service and billing, both real, on a database and a bus prefix of their own, with a clock that stands where it is put.
 * Commands of events are done when the story says so.
 */
export class World {
  readonly lifecycle: Lifecycle;
  readonly services: StartedServices['services'];
  readonly environment: NodeJS.ProcessEnv;
  readonly #bus: Bus;
  #stage: ((stage: Stage) => void) | undefined;
  #lastUser = 100;

  private constructor({ services, environment, bus }: StartedServices) {
    this.services = services;
    this.environment = environment;
    this.#bus = bus;
    this.lifecycle = new Lifecycle(
      {
        store: services.lifecycle.store,
        clock: services.lifecycle.clock,
        outbox: { settleSoon: () => {} } as unknown as Outbox,
        log: silent as never,
        systemContext: (key, actingUserId) => this.context(key, actingUserId),
      },
      (stage) => this.#stage?.(stage),
    );
  }

  static async open(options: WorldOptions = {}): Promise<World> {
    return new World(await startServices(options));
  }

  async close(): Promise<void> {
    await this.#bus.drain();
    for (const service of [this.services.lifecycle, this.services.billing]) {
      await service.store.database.dropDatabase();
      await service.stop();
    }
  }

  set now(text: string) {
    for (const { clock } of Object.values(this.services)) clock.set(instantOf(text).getTime());
  }

  /** What the next change does at its stages; undefined lets it pass. */
  atStage(act: ((stage: Stage) => void) | undefined): void {
    this.#stage = act;
  }

  call<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>, as: CallAs = {}): Promise<ReplyOf<O>> {
    const { caller = operation.access === 'internal' ? systemCaller('service-lifecycle') : ADMIN } = as;
    const { key = randomUUID(), timeoutMs = CALL_TIMEOUT_MS } = as;
    const options = { caller, key, deadlineAt: Date.now() + timeoutMs };
    return this.#bus.call(operation, args, options);
  }

  /** The first row of an answer. */
  async row<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>, as: CallAs = {}): Promise<never> {
    const reply = (await this.call(operation, args, as)) as { rows: readonly never[] };
    return reply.rows[0] as never;
  }

  context(key: string, actingUserId?: number): Context {
    const caller = systemCaller('service-lifecycle', actingUserId ?? null);
    const deadlineAt = Date.now() + CALL_TIMEOUT_MS;
    return {
      caller,
      key,
      now: this.services.lifecycle.clock.now(),
      deadlineAt,
      signal: new AbortController().signal,
      log: silent as never,
      call: <O extends Operation>(operation: O, args: ArgumentsOfOperation<O>, options: { key?: string } = {}) =>
        this.#bus.call(operation, args, { caller, key: options.key ?? `${key}/${operation.id}`, deadlineAt }),
    };
  }

  /** A context in which one operation of a service that is not here answers this. */
  contextWhere(operation: Operation, answer: object): Context {
    const context = this.context(randomUUID());
    const call = (asked: Operation, args: never, options: object) =>
      asked === operation ? Promise.resolve(answer) : context.call(asked, args, options);
    return { ...context, call: call as Context['call'] };
  }

  async user({ balance = 0, bonus = 0, ...terms }: Purse = {}): Promise<number> {
    this.#lastUser += 1;
    const user_id = this.#lastUser;
    await this.call(openAccount, { user_id, ...terms });
    await this.pay(user_id, balance);
    if (bonus !== 0) await this.call(addBonus, { user_id, bonus });
    return user_id;
  }

  async pay(user_id: number, money: number): Promise<void> {
    if (money !== 0) await this.call(addPayment, { user_id, money });
  }

  async figures(user_id: number) {
    const [figures] = (await this.call(readFigures, { user_ids: [user_id] })).rows;
    if (!figures) throw new Error(`User ${user_id} has no account`);
    return figures;
  }

  async balance(user_id: number): Promise<number> {
    return (await this.figures(user_id)).balance;
  }

  async service(terms: Partial<ServiceRow> = {}): Promise<number> {
    const args = { name: 'service', cost: 100, category: 'web', ...terms } as ArgumentsOfOperation<typeof addService>;
    const row: ServiceRow = await this.row(addService, args);
    return row.service_id;
  }

  /** A command for an event of a category. */
  async command(name: string, category = '%'): Promise<number> {
    const row: { id: number } = await this.row(addServiceEvent, { name, title: name, settings: { category } });
    return row.id;
  }

  async order(
    user_id: number,
    service_id: number,
    terms: Omit<ArgumentsOfOperation<typeof orderForUser>, 'user_id' | 'service_id'> = {},
  ): Promise<number> {
    const row: UserServiceRow = await this.row(orderForUser, { user_id, service_id, ...terms });
    return row.user_service_id;
  }

  async us(id: number): Promise<UserServiceRow> {
    const [row] = (await this.call(readUserServices, { user_service_ids: [id] })).rows;
    if (!row) throw new Error(`User service ${id} is not there`);
    return row;
  }

  /** Writes into the stored document, for what a story begins with. */
  async set(id: number, fields: { expire?: string; next?: number }): Promise<void> {
    const stored = { ...fields, ...(fields.expire === undefined ? {} : { expire: instantOf(fields.expire) }) };
    await this.lifecycle.changes.trees.collection.updateOne({ _id: id }, { $set: stored as never });
  }

  async touch(user_id: number, user_service_id: number): Promise<UserServiceRow> {
    return this.row(touchUserService, { user_id, user_service_id });
  }

  async status(id: number): Promise<string> {
    return (await this.us(id)).status;
  }

  /** In the order of their ids. */
  async children(id: number): Promise<UserServiceRow[]> {
    return [...(await this.call(readUserServices, { parent_ids: [id] })).rows];
  }

  /** The current write-off of a service. */
  async wd(id: number): Promise<WithdrawRow> {
    const { withdraw_id } = await this.us(id);
    const [row] = (await this.call(readWithdraws, { withdraw_ids: [withdraw_id ?? 0] })).rows;
    if (!row) throw new Error(`User service ${id} has no write-off`);
    return row;
  }

  /** All write-offs of a service, oldest first. */
  async wds(id: number): Promise<WithdrawRow[]> {
    const filter = { user_service_id: id };
    const { rows } = await this.call(listWithdraws, { filter, limit: 0, sort_direction: 'asc' });
    const found: WithdrawRow[] = [];
    if (Symbol.asyncIterator in rows) for await (const batch of rows) found.push(...batch);
    else found.push(...rows);
    return found;
  }

  /** The tasks of services, oldest first. */
  async tasks(): Promise<{ key: string; user_service_id: number; event: string; settings: Record<string, unknown> }[]> {
    const documents = await this.services.lifecycle.store
      .collection<TaskDocument>(SPOOL)
      .find({ user_service_id: { $ne: null } } as never)
      .sort({ _id: 1 })
      .toArray();
    return documents.map((document) => {
      const row = taskCodec.decode(document, { hidden: true });
      const { name } = row.event as { name: string };
      const settings = row.settings as Record<string, unknown>;
      return { key: document.key, user_service_id: row.user_service_id ?? 0, event: name, settings };
    });
  }

  async eventsOf(id: number): Promise<string[]> {
    return (await this.tasks()).filter((task) => task.user_service_id === id).map((task) => task.event);
  }

  /** Does the commands that wait, and those that follow; answers their events in order. */
  async doCommands(serverId?: number): Promise<string[]> {
    const done: string[] = [];
    for (let [task] = await this.tasks(); task; [task] = await this.tasks()) {
      const { key, event, user_service_id: userServiceId } = task;
      await this.lifecycle.applyEventDone({ userServiceId, event, taskKey: key, ...(serverId ? { serverId } : {}) });
      await this.forget(key);
      done.push(event);
    }
    return done;
  }

  /** A task that is done. */
  async forget(key: string): Promise<void> {
    await this.services.lifecycle.store.collection<TaskDocument>(SPOOL).deleteOne({ key });
  }
}

/** What a call is refused with, as `status text`. */
export async function faultOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return `${(error as { status?: number }).status} ${(error as Error).message}`;
  }
  return 'no fault';
}
