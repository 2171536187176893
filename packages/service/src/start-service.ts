import { Bus } from '@countinghouse/bus';
import type { ServiceName, StoredEvent } from '@countinghouse/contracts';
import {
  Clock,
  createLog,
  type Health,
  type Logger,
  readProcessEnvironment,
  type ServiceEnvironment,
  serviceVariables,
  startHealthServer,
} from '@countinghouse/process';
import { IdempotencyStore, OUTBOX_INDEXES, Outbox, openStore, type Store } from '@countinghouse/store';
import type { z } from 'zod';
import type { Runtime, ServiceDefinition, ServiceParts } from './definition.ts';
import { EventFlow } from './event-flow.ts';
import { systemContext } from './request-context.ts';
import { implementationOfRun } from './run-due.ts';
import { serveOperation } from './serve-operation.ts';
import { followTestClock, storedClock } from './service-clock.ts';
import { Sweeping } from './sweeping.ts';

export interface RunningService {
  readonly bus: Bus;
  readonly store: Store;
  readonly clock: Clock;
  readonly healthPort: number;
  /** Takes no more requests, finishes what runs, closes everything. */
  stop(): Promise<void>;
}

/** The variables of a process; tests give their own. */
export type StartOptions = NodeJS.ProcessEnv;

/** Starts a service in this process: store, bus, the service's own parts, then requests, events and sweepers. */
export async function startService<Shape extends z.ZodRawShape>(
  definition: ServiceDefinition<Shape>,
  source: StartOptions,
): Promise<RunningService> {
  const environment = readProcessEnvironment(
    { ...serviceVariables, ...definition.variables },
    source,
  ) as ServiceEnvironment & z.infer<z.ZodObject<Shape>>;
  const log = createLog(definition.name, environment.LOG_LEVEL);
  const { name } = definition;
  const store = await openStore({
    url: environment.MONGODB_URL,
    database: name,
    appName: `countinghouse-${name}`,
    log,
  });
  const bus = await Bus.connect({
    url: environment.NATS_URL,
    name,
    prefix: environment.BUS_PREFIX,
    secrets: environment.secrets,
    log,
  });
  const clock = new Clock();
  if (environment.TEST_CLOCK) await followTestClock(clock, storedClock(store), bus);
  let serving: ServiceParts | undefined;
  const health = await startHealthServer({
    host: environment.HEALTH_HOST,
    port: environment.HEALTH_PORT,
    name,
    notReady: async () => (serving ? (serving.notReady?.() ?? notReady(bus, store)) : 'starting'),
  });
  const runtime: Runtime<z.infer<z.ZodObject<Shape>>> = {
    name,
    environment,
    store,
    bus,
    clock,
    log,
    outbox: openOutbox(name, store, bus, log),
    metrics: health.metrics,
    systemContext: (key, actingUserId) => systemContext({ name, bus, clock, log }, key, actingUserId),
  };
  const parts = await definition.build(runtime);
  const running = await begin(runtime, parts, health);
  serving = parts;
  return running;
}

/** Publication is best effort: what the stream does not take, consumers ask for (architecture.md, rule 3). */
function openOutbox(owner: ServiceName, store: Store, bus: Bus, log: Logger): Outbox {
  const publish = async (events: readonly StoredEvent[]): Promise<void> => {
    const outcomes = await Promise.allSettled(events.map((event) => bus.publish(event)));
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure)
      log.warn(
        { err: failure.reason, events: events.length },
        'events were not published; consumers will ask for them',
      );
  };
  return new Outbox({ store, owner, publish, log });
}

async function ensureOutboxIndexes(store: Store, collections: readonly string[]): Promise<void> {
  await store.ensureIndexes(collections.map((collection) => ({ collection, indexes: OUTBOX_INDEXES })));
}

async function notReady(bus: Bus, store: Store): Promise<string | undefined> {
  if (!bus.isConnected()) return 'not connected to the bus';
  try {
    await store.ping();
    return undefined;
  } catch {
    return 'the database does not answer';
  }
}

async function begin(runtime: Runtime, parts: ServiceParts, health: Health): Promise<RunningService> {
  const { bus, store, clock, log } = runtime;
  const events = new EventFlow(runtime, parts);
  const idempotency = new IdempotencyStore(store);
  if (parts.outboxes) await ensureOutboxIndexes(store, parts.outboxes);
  const sweeping = new Sweeping([...(parts.sweepers ?? []), ...events.sweepers], log);
  const implementations = [
    ...parts.operations,
    events.readImplementation,
    implementationOfRun(runtime.name, { parts, events, sweeping }),
  ];
  await bus.serve(
    runtime.name,
    implementations.map((implementation) => serveOperation(implementation, runtime, idempotency)),
  );
  await events.begin();
  sweeping.begin();
  await parts.begin?.();
  log.info({ healthPort: health.port }, 'serving');
  return {
    bus,
    store,
    clock,
    healthPort: health.port,
    stop: async () => {
      await parts.end?.();
      await sweeping.end();
      await events.end();
      await bus.drain();
      await store.close();
      await health.close();
    },
  };
}
