import { randomBytes, randomUUID } from 'node:crypto';
import { Bus, type ReplyOf } from '@countinghouse/bus';
import {
  type ArgumentsOfOperation,
  type Caller,
  type Operation,
  openAccount,
  readFigures,
  systemCaller,
} from '@countinghouse/contracts';
import { type RunningService, startService } from '@countinghouse/service';
import { isolatedDatabase, testServers } from '@countinghouse/testing';
import { billing } from './billing.ts';
import { type Collections, collectionsOf } from './collections.ts';

const SECRET = randomBytes(24).toString('hex');
const CALL_TIMEOUT_MS = 30_000;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export const ADMIN: Caller = { subject: 'user:1', role: 'admin', userId: 1, actingUserId: 1 };

export function userCaller(userId: number): Caller {
  return { subject: `user:${userId}`, role: 'user', userId, actingUserId: userId };
}

export interface CallAs {
  readonly caller?: Caller;
  readonly key?: string;
}

/** A billing service on a database and a bus prefix of its own, with a client that calls its operations over NATS. */
export interface BillingOfTest {
  readonly service: RunningService;
  readonly collections: Collections;
  /** What a second replica or a child process needs to be the same system. */
  readonly environment: NodeJS.ProcessEnv;
  call<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>, as?: CallAs): Promise<ReplyOf<O>>;
  /** Opens an account and answers its id. */
  open(terms?: Omit<ArgumentsOfOperation<typeof openAccount>, 'user_id'>): Promise<number>;
  balanceOf(userId: number): Promise<number>;
  bonusOf(userId: number): Promise<number>;
  stop(): Promise<void>;
}

/** The variables of a billing service on a database and a bus prefix of its own. */
export async function billingEnvironment(variables: NodeJS.ProcessEnv = {}) {
  const { natsUrl, mongoUrl } = await testServers();
  const isolation = isolatedDatabase(mongoUrl);
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    NATS_URL: natsUrl,
    MONGODB_URL: isolation.mongoUrl,
    BUS_PREFIX: isolation.busPrefix,
    SECRET_BILLING: SECRET,
    TEST_CLOCK: '1',
    ...variables,
  };
}

export interface BillingClient {
  call: BillingOfTest['call'];
  drain(): Promise<void>;
}

/** Calls the operations of the services that have this environment, whichever process they run in. */
export async function connectClient(
  environment: Awaited<ReturnType<typeof billingEnvironment>>,
): Promise<BillingClient> {
  const bus = await Bus.connect({
    url: environment.NATS_URL,
    name: 'test',
    prefix: environment.BUS_PREFIX,
    secrets: { billing: SECRET },
    log: silent,
  });
  return {
    call: (operation, args, { caller, key } = {}) =>
      bus.call(operation, args, {
        caller: caller ?? (operation.access === 'internal' ? systemCaller('service-lifecycle') : ADMIN),
        key: key ?? randomUUID(),
        deadlineAt: Date.now() + CALL_TIMEOUT_MS,
      }),
    drain: () => bus.drain(),
  };
}

export async function startBilling(variables: NodeJS.ProcessEnv = {}): Promise<BillingOfTest> {
  const environment = await billingEnvironment(variables);
  const service = await startService(billing, environment);
  const { call, drain } = await connectClient(environment);
  const collections = collectionsOf(service.store);
  let lastUser = 100;
  const figures = async (userId: number) => (await call(readFigures, { user_ids: [userId] })).rows[0];
  return {
    service,
    collections,
    environment,
    call,
    open: async (terms = {}) => {
      lastUser += 1;
      await call(openAccount, { user_id: lastUser, ...terms });
      return lastUser;
    },
    balanceOf: async (userId) => (await figures(userId))?.balance ?? Number.NaN,
    bonusOf: async (userId) => (await figures(userId))?.bonus ?? Number.NaN,
    stop: async () => {
      await drain();
      await service.store.database.dropDatabase();
      await service.stop();
    },
  };
}

/** The Fault that a call is refused with, as `status text`. */
export async function faultOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    return `${(error as { status?: number }).status} ${(error as Error).message}`;
  }
  return 'no fault';
}
