import { type RunningSystem, type StartSystemOptions, startSystem } from '@countinghouse/testing';
import {
  type Answer,
  type Callers,
  createCallers,
  createUser,
  logIn,
  type Send,
  type SentRequest,
  sender,
} from './callers.ts';
import { type DatabaseContents, openDatabases } from './database-contents.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface NewUser {
  readonly userId: number;
  /** Sends as this user. */
  readonly send: Send;
}

/** A running system with one caller of each kind, and what tests arrange in it. */
export interface World {
  readonly system: RunningSystem;
  readonly callers: Callers;
  readonly databases: DatabaseContents;
  /** A name that nothing else in this system has. */
  unique(prefix: string): string;
  /** Sends as the administrator and answers the rows; throws unless that succeeded. */
  rows(request: SentRequest): Promise<readonly Row[]>;
  user(more?: object): Promise<NewUser>;
  /** A user with money on his account. */
  richUser(money?: number): Promise<NewUser>;
  pay(userId: number, money: number): Promise<Row>;
  /** Adds to the catalogue, orderable by everybody unless `more` says otherwise; answers its id. */
  service(more?: object): Promise<number>;
  /** Orders for a user; answers the user service's id. */
  order(userId: number, serviceId: number, more?: object): Promise<number>;
  /** An ACTIVE service of a user who can pay it again and again. */
  active(owner?: NewUser): Promise<OwnedService>;
  template(data: string, settings?: object): Promise<string>;
  stop(): Promise<void>;
}

export interface OwnedService extends NewUser {
  readonly serviceId: number;
  readonly userServiceId: number;
}

export const NOON = '2026-03-01 12:00:00';

/** Starts a system whose clock stands still. */
export async function startWorld(options: StartSystemOptions = {}): Promise<World> {
  const system = await startSystem({ clock: NOON, ...options });
  const callers = await createCallers(system);
  const databases = await openDatabases(system);
  return createWorld(system, callers, databases);
}

function createWorld(system: RunningSystem, callers: Callers, databases: DatabaseContents): World {
  let names = 0;
  const world: World = {
    system,
    callers,
    databases,
    unique: (prefix) => `${prefix}${++names}`,
    rows: async (request) => rowsOf(request, await callers.admin(request)),
    async user(more = {}) {
      const login = { login: world.unique('user.'), password: 'secret-of-user' };
      const userId = await createUser(callers.admin, login, more);
      return { userId, send: sender(system.url, { 'session-id': await logIn(system.url, login) }) };
    },
    async richUser(money = 10_000) {
      const user = await world.user();
      await world.pay(user.userId, money);
      return user;
    },
    pay: (user_id, money) =>
      firstRow(world, { method: 'PUT', path: '/v1/admin/user/payment', body: { user_id, money } }),
    async service(more = {}) {
      const body = { name: world.unique('Service '), cost: 100, category: 'web', allow_to_order: 1, ...more };
      return Number((await firstRow(world, { method: 'PUT', path: '/v1/admin/service', body })).service_id);
    },
    async order(user_id, service_id, more = {}) {
      const body = { user_id, service_id, ...more };
      return Number((await firstRow(world, { method: 'PUT', path: '/v1/admin/service/order', body })).user_service_id);
    },
    async active(owner) {
      const user = owner ?? (await world.richUser());
      const serviceId = await world.service();
      return { ...user, serviceId, userServiceId: await world.order(user.userId, serviceId) };
    },
    async template(data, settings = {}) {
      const id = world.unique('template-');
      await world.rows({ method: 'PUT', path: '/v1/admin/template', body: { id, data, settings } });
      return id;
    },
    async stop() {
      await databases.close();
      await system.stop();
    },
  };
  return world;
}

async function firstRow(world: World, request: SentRequest): Promise<Row> {
  const row = (await world.rows(request))[0];
  if (row === undefined) throw new Error(`${request.method} ${request.path} answered no row`);
  return row;
}

function rowsOf({ method, path }: SentRequest, answer: Answer): readonly Row[] {
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.json?.data ?? [];
}
