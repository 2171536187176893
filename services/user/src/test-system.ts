import { randomBytes, randomUUID } from 'node:crypto';
import { Bus, type ReplyOf } from '@countinghouse/bus';
import {
  type ArgumentsOfOperation,
  type Caller,
  type ListReply,
  type Operation,
  PUBLIC_CALLER,
  type RowsReply,
  systemCaller,
} from '@countinghouse/contracts';
import { type RunningService, startService } from '@countinghouse/service';
import { isolatedDatabase, testServers } from '@countinghouse/testing';
import { billingNeighbour, lifecycleNeighbour, Neighbours } from './test-counterparts.ts';
import { userService } from './user-service.ts';

export const ADMIN = { login: 'admin', password: 'admin-secret' } as const;

export const as = {
  nobody: (address?: string): Caller => ({ ...PUBLIC_CALLER, ...(address === undefined ? {} : { address }) }),
  user: (userId: number): Caller => ({ subject: `user:${userId}`, role: 'user', userId, actingUserId: userId }),
  admin: (actingUserId = 1): Caller => ({ subject: 'user:1', role: 'admin', userId: 1, actingUserId }),
  system: (): Caller => systemCaller('template-renderer'),
};

/** The user service on servers of its own database, with neighbours that answer their contracts. */
export class TestSystem {
  readonly neighbours = new Neighbours();
  readonly environment: NodeJS.ProcessEnv;
  service: RunningService;
  readonly #others: readonly RunningService[];
  readonly #client: Bus;

  private constructor(environment: NodeJS.ProcessEnv, client: Bus, others: RunningService[], neighbours: Neighbours) {
    this.environment = environment;
    this.#client = client;
    this.#others = others;
    this.neighbours = neighbours;
    this.service = undefined as unknown as RunningService;
  }

  static async start(variables: NodeJS.ProcessEnv = {}): Promise<TestSystem> {
    const { natsUrl, mongoUrl } = await testServers();
    const { mongoUrl: MONGODB_URL, busPrefix } = isolatedDatabase(mongoUrl);
    const environment: NodeJS.ProcessEnv = {
      NODE_ENV: 'test',
      NATS_URL: natsUrl,
      MONGODB_URL,
      BUS_PREFIX: busPrefix,
      LOG_LEVEL: 'silent',
      TEST_CLOCK: '1',
      ADMIN_LOGIN: ADMIN.login,
      ADMIN_PASSWORD: ADMIN.password,
      SECRET_USER: randomBytes(16).toString('hex'),
      SECRET_BILLING: randomBytes(16).toString('hex'),
      SECRET_SERVICE_LIFECYCLE: randomBytes(16).toString('hex'),
      SECRET_TEMPLATE_RENDERER: randomBytes(16).toString('hex'),
      ...variables,
    };
    const neighbours = new Neighbours();
    const { ADMIN_LOGIN: _login, ADMIN_PASSWORD: _password, ...plain } = environment;
    const others = [
      await startService(billingNeighbour(neighbours), plain),
      await startService(lifecycleNeighbour(neighbours), plain),
    ];
    const client = await Bus.connect({
      url: natsUrl,
      name: 'test',
      prefix: busPrefix,
      secrets: { user: environment.SECRET_USER as string, billing: environment.SECRET_BILLING as string },
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    });
    const system = new TestSystem(environment, client, others, neighbours);
    await system.restart();
    return system;
  }

  /** Starts the user service, on the same data where it ran before. */
  async restart(): Promise<void> {
    this.service = await startService(userService, this.environment);
  }

  call<O extends Operation>(
    operation: O,
    args: ArgumentsOfOperation<O>,
    caller: Caller = as.admin(),
    key: string = `request:${randomUUID()}`,
  ): Promise<ReplyOf<O>> {
    return this.#client.call(operation, args, { caller, key, deadlineAt: Date.now() + 60_000 });
  }

  /** The rows of an answer, whether a page or not. */
  async rows<O extends Operation>(
    operation: O,
    args: ArgumentsOfOperation<O>,
    caller?: Caller,
  ): Promise<readonly Record<string, unknown>[]> {
    const { rows } = (await this.call(operation, args, caller)) as RowsReply | ListReply;
    if (!(Symbol.asyncIterator in rows)) return rows as readonly Record<string, unknown>[];
    const all: Record<string, unknown>[] = [];
    for await (const batch of rows) all.push(...(batch as Record<string, unknown>[]));
    return all;
  }

  async row<O extends Operation>(
    operation: O,
    args: ArgumentsOfOperation<O>,
    caller?: Caller,
  ): Promise<Record<string, unknown>> {
    const [row] = await this.rows(operation, args, caller);
    if (row === undefined) throw new Error(`${operation.id} answered no row`);
    return row;
  }

  get bus(): Bus {
    return this.#client;
  }

  async stop(): Promise<void> {
    await this.service.store.database.dropDatabase();
    await this.service.stop();
    for (const other of this.#others) {
      await other.store.database.dropDatabase();
      await other.stop();
    }
    await this.#client.drain();
  }
}
