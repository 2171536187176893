import { randomBytes } from 'node:crypto';
import { Bus } from '@countinghouse/bus';
import {
  CLIENT_KEY_PREFIX,
  CLOCK_TOPIC,
  Fault,
  type JsonObject,
  operation,
  systemCaller,
  systemOperationsOf,
} from '@countinghouse/contracts';
import { outboxEntry, pushOutbox } from '@countinghouse/store';
import { isolatedDatabase, testServers } from '@countinghouse/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ServiceDefinition } from './definition.ts';
import { implement } from './implementation.ts';
import { type RunningService, startService } from './start-service.ts';

interface Counter {
  readonly _id: number;
  readonly value: number;
}

const increase = operation<{ by: number }, 'rows', { value: number }>({
  id: 'counter.increase',
  owner: 'billing',
  summary: 'Adds to a counter',
  access: 'user',
  http: { method: 'POST', path: '/v1/counter' },
  args: z.object({ by: z.number({ error: 'a number' }) }),
  result: 'rows',
});

/** Counts, and tells about it. */
const teller: ServiceDefinition = {
  name: 'billing',
  variables: {},
  async build({ store, outbox, clock }) {
    const counters = store.collection<Counter & JsonObject & { _id: number }>('counters_of_test');
    return {
      outboxes: ['counters_of_test'],
      operations: [
        implement(increase, async ({ by }, context) => {
          if (by < 0) throw new Fault(409, 'It only grows');
          const entry = outboxEntry('counter.increased', { by }, clock.now(), `increase:${context.key}`);
          const changed = await counters.findOneAndUpdate(
            { _id: 1 },
            { $inc: { value: by }, ...pushOutbox([entry]) } as object,
            { upsert: true, returnDocument: 'after' },
          );
          outbox.settleSoon('counters_of_test', { _id: 1, outbox: [entry] });
          return { rows: [{ value: changed?.value ?? 0 }] };
        }),
      ],
    };
  },
};

/** Listens. */
function listener(heard: number[]): ServiceDefinition {
  return {
    name: 'service-lifecycle',
    variables: {},
    async build() {
      return { operations: [], consumers: { billing: async ({ data }) => void heard.push(Number(data.by)) } };
    },
  };
}

const secrets = {
  SECRET_BILLING: randomBytes(16).toString('hex'),
  SECRET_SERVICE_LIFECYCLE: randomBytes(16).toString('hex'),
};
let environment: NodeJS.ProcessEnv;
let client: Bus;
let heard: number[];
let services: RunningService[];

async function start(definition: ServiceDefinition): Promise<RunningService> {
  const service = await startService(definition, environment);
  services.push(service);
  return service;
}

beforeEach(async () => {
  const servers = await testServers();
  const { mongoUrl, busPrefix } = isolatedDatabase(servers.mongoUrl);
  environment = {
    ...secrets,
    MONGODB_URL: mongoUrl,
    NATS_URL: servers.natsUrl,
    BUS_PREFIX: busPrefix,
    LOG_LEVEL: 'silent',
    TEST_CLOCK: '1',
  };
  services = [];
  heard = [];
  client = await Bus.connect({
    url: servers.natsUrl,
    name: 'test',
    prefix: busPrefix,
    secrets: { billing: secrets.SECRET_BILLING, 'service-lifecycle': secrets.SECRET_SERVICE_LIFECYCLE },
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  });
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await client.drain();
});

const caller = systemCaller('user');
const call = (by: unknown, key: string) =>
  client.call(increase, { by: by as number }, { caller, key, deadlineAt: Date.now() + 60_000 });
const run = async (service: 'billing' | 'service-lifecycle') => {
  const reply = await client.call(
    systemOperationsOf[service].run,
    {},
    { caller, key: `run:${service}`, deadlineAt: Date.now() + 60_000 },
  );
  return reply.rows[0];
};

describe('a service', () => {
  it('refuses wrong arguments by name', async () => {
    await start(teller);
    await expect(call('much', 'request:1')).rejects.toMatchObject({
      status: 400,
      message: 'Invalid value of by: expected a number',
    });
  });

  it('does a request with an Idempotency-Key once and repeats its answer', async () => {
    await start(teller);
    expect(await call(5, `${CLIENT_KEY_PREFIX}a`)).toEqual({ rows: [{ value: 5 }] });
    expect(await call(5, `${CLIENT_KEY_PREFIX}a`)).toEqual({ rows: [{ value: 5 }], hit: true });
    await expect(call(6, `${CLIENT_KEY_PREFIX}a`)).rejects.toMatchObject({ status: 409 });
    expect(await call(5, `${CLIENT_KEY_PREFIX}b`)).toEqual({ rows: [{ value: 10 }] });
  });

  it('repeats a refusal too, and does requests without a key every time', async () => {
    await start(teller);
    await expect(call(-1, `${CLIENT_KEY_PREFIX}c`)).rejects.toMatchObject({ status: 409, message: 'It only grows' });
    await expect(call(-1, `${CLIENT_KEY_PREFIX}c`)).rejects.toMatchObject({ status: 409, message: 'It only grows' });
    await call(1, 'request:1');
    expect(await call(1, 'request:1')).toEqual({ rows: [{ value: 2 }] });
  });

  it('tells its events to a service that was away, once each', async () => {
    await start(teller);
    await call(1, 'request:1');
    await call(2, 'request:2');
    await start(listener(heard));
    await run('billing');
    await run('service-lifecycle');
    expect(heard.sort()).toEqual([1, 2]);
    await run('service-lifecycle');
    expect(heard).toEqual([1, 2]);
  });

  it('hands a consumer of batches one event alone as well', async () => {
    const batches: unknown[][] = [];
    await start(teller);
    await start({
      name: 'service-lifecycle',
      variables: {},
      build: async () => {
        const handleAll = async (events: readonly { data: JsonObject }[]) =>
          void batches.push(events.map(({ data }) => data.by));
        return { operations: [], consumers: { billing: { types: ['counter.increased'], handleAll } } };
      },
    });
    await call(1, 'request:1');
    await run('billing');
    await run('service-lifecycle');
    expect(batches).toEqual([[1]]);
  });

  it('comes to rest: a run with nothing left answers zeros', async () => {
    await start(teller);
    await start(listener(heard));
    await call(3, 'request:1');
    await run('billing');
    await run('service-lifecycle');
    expect(heard).toEqual([3]);
    expect(await run('billing')).toEqual({ tasks: 0, jobs: 0, events: 0 });
    expect(await run('service-lifecycle')).toEqual({ tasks: 0, jobs: 0, events: 0 });
  });

  it('follows the test clock and takes it over after a new start', async () => {
    const first = await start(teller);
    const nowMs = Date.parse('2019-04-01T01:00:00Z');
    expect(await client.gather(CLOCK_TOPIC, { nowMs }, { expected: 1, timeoutMs: 30_000 })).toHaveLength(1);
    expect(first.clock.nowMs()).toBe(nowMs);
    await first.stop();
    services = [];
    expect((await start(teller)).clock.nowMs()).toBe(nowMs);
  });

  it('names the variables that keep it from starting', async () => {
    const broken = { ...environment, NATS_URL: '', HEALTH_PORT: 'many' };
    await expect(startService(teller, broken)).rejects.toThrow(/Cannot start: .*NATS_URL.*HEALTH_PORT/);
  });

  it('answers probes and metrics', async () => {
    const service = await start(teller);
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${service.healthPort}${path}`)).status;
    expect(await Promise.all([get('/livez'), get('/readyz'), get('/metrics'), get('/else')])).toEqual([
      200, 200, 200, 404,
    ]);
  });
});
