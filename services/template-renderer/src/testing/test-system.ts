import { randomBytes, randomUUID } from 'node:crypto';
import { billing } from '@countinghouse/billing';
import { Bus, type ReplyOf } from '@countinghouse/bus';
import {
  type ArgumentsOfOperation,
  addTemplate,
  type Caller,
  findUserByLogin,
  getPublicTemplate,
  getTemplate,
  type JsonObject,
  type JsonValue,
  type Operation,
  PUBLIC_CALLER,
  type RawReply,
  type ServiceName,
  systemCaller,
  type TemplateRequest,
} from '@countinghouse/contracts';
import { type RunningService, type ServiceDefinition, startService } from '@countinghouse/service';
import { serviceLifecycle } from '@countinghouse/service-lifecycle';
import type { Store } from '@countinghouse/store';
import { isolatedDatabase, testServers } from '@countinghouse/testing';
import { userService } from '@countinghouse/user';
import { templateRenderer } from '../template-renderer.ts';

export const ADMIN = { login: 'admin', password: 'admin-secret' } as const;

export const as = {
  nobody: (): Caller => PUBLIC_CALLER,
  user: (userId: number): Caller => ({ subject: `user:${userId}`, role: 'user', userId, actingUserId: userId }),
  admin: (actingUserId = 1): Caller => ({ subject: 'user:1', role: 'admin', userId: 1, actingUserId }),
  system: (): Caller => systemCaller('service-lifecycle'),
};

/** The four services in this process, on servers and a database of their own; the renderer in as many replicas as wanted. */
export class TestSystem {
  readonly environment: NodeJS.ProcessEnv;
  readonly renderers: RunningService[] = [];
  readonly #client: Bus;
  readonly #others = new Map<ServiceName, RunningService>();

  private constructor(environment: NodeJS.ProcessEnv, client: Bus) {
    this.environment = environment;
    this.#client = client;
  }

  static async start(renderers = 1, variables: NodeJS.ProcessEnv = {}): Promise<TestSystem> {
    const { natsUrl, mongoUrl } = await testServers();
    const { mongoUrl: MONGODB_URL, busPrefix } = isolatedDatabase(mongoUrl);
    const secret = randomBytes(16).toString('hex');
    const services = ['user', 'billing', 'service-lifecycle', 'template-renderer'] as const;
    const client = await Bus.connect({
      url: natsUrl,
      name: 'test',
      prefix: busPrefix,
      secrets: Object.fromEntries(services.map((name) => [name, secret])),
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    });
    const system = new TestSystem(
      {
        NODE_ENV: 'test',
        NATS_URL: natsUrl,
        MONGODB_URL,
        BUS_PREFIX: busPrefix,
        LOG_LEVEL: 'silent',
        ADMIN_LOGIN: ADMIN.login,
        ADMIN_PASSWORD: ADMIN.password,
        SECRET_USER: secret,
        SECRET_BILLING: secret,
        SECRET_SERVICE_LIFECYCLE: secret,
        SECRET_TEMPLATE_RENDERER: secret,
        ...variables,
      },
      client,
    );
    await system.#begin(renderers);
    return system;
  }

  async #begin(renderers: number): Promise<void> {
    for (const definition of [billing, serviceLifecycle, userService] as unknown as ServiceDefinition[]) {
      this.#others.set(definition.name, await startService(definition, this.environment));
    }
    for (let count = 0; count < renderers; count += 1) await this.addRenderer();
    await this.#administrator();
  }

  async addRenderer(): Promise<RunningService> {
    const renderer = await startService(templateRenderer, this.environment);
    this.renderers.push(renderer);
    return renderer;
  }

  /** The first administrator is added in the background. */
  async #administrator(): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const { rows } = await this.call(findUserByLogin, { login: ADMIN.login }, as.system());
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the first administrator was not added');
  }

  call<O extends Operation>(
    operation: O,
    args: ArgumentsOfOperation<O>,
    caller: Caller = as.admin(),
  ): Promise<ReplyOf<O>> {
    const key = `request:${randomUUID()}`;
    return this.#client.call(operation, args, { caller, key, deadlineAt: Date.now() + 60_000 });
  }

  /** Saves a template under a name of its own and answers the name. */
  async save(data: string, settings: JsonObject = {}): Promise<string> {
    const id = `t-${randomBytes(6).toString('hex')}`;
    await this.call(addTemplate, { id, data, settings });
    return id;
  }

  /** What the template prints for the caller. */
  async print(data: string, options: PrintOptions = {}): Promise<string> {
    return (await this.render(await this.save(data, options.settings), options)).body;
  }

  async render(
    name: string,
    { caller = as.admin(), params = {}, headers = {}, method = 'GET' }: PrintOptions = {},
  ): Promise<RawReply> {
    const operation = caller.role === 'public' ? getPublicTemplate : getTemplate;
    const request: TemplateRequest = { name, params, headers, method };
    return this.call(operation, request, caller);
  }

  /** How many calls to other services the renderers have made. */
  calls(): number {
    return this.renderers.reduce(
      (sum, { bus }) => sum + Object.values(bus.stats().calls).reduce((all, { requests }) => all + requests, 0),
      0,
    );
  }

  /** The database of one of the other services, for data in numbers that nobody wants to add one by one. */
  storeOf(name: ServiceName): Store {
    const service = this.#others.get(name);
    if (!service) throw new Error(`${name} does not run here`);
    return service.store;
  }

  get bus(): Bus {
    return this.#client;
  }

  async stop(): Promise<void> {
    for (const service of [...this.renderers, ...[...this.#others.values()].reverse()]) {
      await service.store.database.dropDatabase();
      await service.stop();
    }
    await this.#client.drain();
  }
}

export interface PrintOptions {
  readonly caller?: Caller;
  readonly params?: Readonly<Record<string, JsonValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly settings?: JsonObject;
}
