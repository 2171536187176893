import { randomBytes, randomUUID } from 'node:crypto';
import { Bus, type ReplyOf } from '@countinghouse/bus';
import {
  type ArgumentsOfOperation,
  addPayment,
  addTemplate,
  type Caller,
  type JsonObject,
  type Operation,
  openAccount,
  type RunCounts,
  type SpoolHistoryRow,
  type SpoolTaskRow,
  systemCaller,
  systemOperationsOf,
} from '@countinghouse/contracts';
import { type RunningService, type ServiceDefinition, startService } from '@countinghouse/service';
import { instantOf, type Store } from '@countinghouse/store';
import { isolatedDatabase, testServers } from '@countinghouse/testing';
import { serviceLifecycle } from '../service-lifecycle.ts';
import { historyCodec, SPOOL_HISTORY } from './history-document.ts';
import { enqueueOne, type NewTask, SPOOL, type TaskDocument, taskCodec } from './task.ts';

const CALL_TIMEOUT_MS = 60_000;
const silent = { debug() {}, info() {}, warn() {}, error() {}, fatal() {}, trace() {} };

export const ADMIN: Caller = { subject: 'user:1', role: 'admin', userId: 1, actingUserId: 1 };

/** The other services by the names under which they export themselves; not written out, so that services do not depend on each other. */
const OTHERS = {
  billing: ['@countinghouse/billing', 'billing'],
  user: ['@countinghouse/user', 'userService'],
  'template-renderer': ['@countinghouse/template-renderer', 'templateRenderer'],
} as const;

export interface SpoolWorldOptions {
  readonly with?: readonly (keyof typeof OTHERS)[];
  /** Where the clock stands; it runs where this is absent. */
  readonly now?: string;
  readonly variables?: NodeJS.ProcessEnv;
}

/** This service with others, all real, on a database and a bus prefix of their own. */
export class SpoolWorld {
  readonly environment: NodeJS.ProcessEnv;
  readonly #bus: Bus;
  readonly #services: RunningService[] = [];
  readonly #others: (keyof typeof OTHERS)[] = [];
  #lifecycle: RunningService | undefined;
  #tasks = 0;

  private constructor(environment: NodeJS.ProcessEnv, bus: Bus) {
    this.environment = environment;
    this.#bus = bus;
  }

  static async open({
    with: others = ['billing', 'template-renderer'],
    now,
    variables = {},
  }: SpoolWorldOptions = {}): Promise<SpoolWorld> {
    const { natsUrl, mongoUrl } = await testServers();
    const { mongoUrl: MONGODB_URL, busPrefix } = isolatedDatabase(mongoUrl);
    const secret = randomBytes(24).toString('hex');
    const names = ['user', 'billing', 'service-lifecycle', 'template-renderer'] as const;
    const secrets = Object.fromEntries(names.map((name) => [name, secret]));
    const environment = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      NATS_URL: natsUrl,
      MONGODB_URL,
      BUS_PREFIX: busPrefix,
      ...Object.fromEntries(names.map((name) => [`SECRET_${name.toUpperCase().replace('-', '_')}`, secret])),
      TEST_CLOCK: '1',
      TZ: process.env.TZ ?? 'UTC',
      OUTGOING_ALLOW: '127.0.0.0/8, ::1',
      ADMIN_LOGIN: 'admin',
      ADMIN_PASSWORD: 'admin-secret',
      // Nothing runs before the clock stands.
      ...(now === undefined ? {} : { SPOOL_WORKERS: '0' }),
      ...variables,
    };
    const bus = await Bus.connect({ url: natsUrl, name: 'test', prefix: busPrefix, secrets, log: silent });
    const world = new SpoolWorld(environment, bus);
    for (const name of others) await world.#startOther(name);
    world.#lifecycle = await world.addReplica();
    if (now !== undefined) world.now = now;
    return world;
  }

  async #startOther(service: keyof typeof OTHERS): Promise<void> {
    const [from, name] = OTHERS[service];
    const module = (await import(from)) as Record<string, ServiceDefinition>;
    this.#services.push(await startService(module[name] as ServiceDefinition, this.environment));
    this.#others.push(service);
  }

  /** One more replica of this service, with variables of its own. */
  async addReplica(variables: NodeJS.ProcessEnv = {}): Promise<RunningService> {
    const replica = await startService(serviceLifecycle, { ...this.environment, ...variables });
    this.#services.push(replica);
    return replica;
  }

  async close(): Promise<void> {
    for (const service of this.#services.reverse()) {
      await service.store.database.dropDatabase();
      await service.stop();
    }
    await this.#bus.drain();
  }

  get lifecycle(): RunningService {
    if (!this.#lifecycle) throw new Error('The world is not open');
    return this.#lifecycle;
  }

  get store(): Store {
    return this.lifecycle.store;
  }

  set now(text: string) {
    for (const { clock } of this.#services) clock.set(instantOf(text).getTime());
  }

  call<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>, caller?: Caller): Promise<ReplyOf<O>> {
    const as = caller ?? (operation.access === 'internal' ? systemCaller('service-lifecycle') : ADMIN);
    return this.#bus.call(operation, args, {
      caller: as,
      key: randomUUID(),
      deadlineAt: Date.now() + CALL_TIMEOUT_MS,
    });
  }

  /** What `POST v1/test/run` asks of this service, once the others have told all that happened. */
  async run(): Promise<RunCounts> {
    for (const name of this.#others) await this.call(systemOperationsOf[name].run, {});
    const { rows } = await this.call(systemOperationsOf['service-lifecycle'].run, {});
    return rows[0] as RunCounts;
  }

  /** An account with money, which is all that this service knows of a user. */
  async user(user_id: number, money = 0): Promise<number> {
    await this.call(openAccount, { user_id });
    if (money !== 0) await this.call(addPayment, { user_id, money });
    return user_id;
  }

  template(id: string, data: string, settings: JsonObject = {}) {
    return this.call(addTemplate, { id, data, settings });
  }

  /** Queues a task; answers its id. */
  async queue(task: Partial<NewTask> & Pick<NewTask, 'event'>): Promise<number> {
    this.#tasks += 1;
    const defaults = { key: `test:${this.#tasks}`, user_id: 1, user_service_id: null, settings: {} };
    return enqueueOne(this.store, { ...defaults, ...task }, this.lifecycle.clock.now());
  }

  /** The tasks that are there, without the periodic jobs. */
  async tasks(): Promise<SpoolTaskRow[]> {
    const documents = await this.store.collection<TaskDocument>(SPOOL).find({}).sort({ _id: 1 }).toArray();
    const rows = documents.map((document) => taskCodec.decode(document, { hidden: true }));
    return rows.filter((row) => (row.event as JsonObject).period === undefined);
  }

  async task(id: number): Promise<SpoolTaskRow | undefined> {
    const document = await this.store.collection<TaskDocument>(SPOOL).findOne({ _id: id });
    return document ? taskCodec.decode(document, { hidden: true }) : undefined;
  }

  /** What the response of a task says went wrong. */
  async error(id: number): Promise<unknown> {
    const task = await this.task(id);
    return ((task?.response ?? {}) as JsonObject).error;
  }

  /** The attempts of a task, oldest first. */
  async history(id: number): Promise<SpoolHistoryRow[]> {
    const documents = await this.store.collection(SPOOL_HISTORY).find({ spool_id: id }).sort({ _id: 1 }).toArray();
    return documents.map((document) => historyCodec.decode(document, { hidden: true }));
  }
}
