import { randomBytes } from 'node:crypto';
import { Bus } from '@countinghouse/bus';
import { type RunningService, type ServiceDefinition, startService } from '@countinghouse/service';
import { instantOf } from '@countinghouse/store';
import { isolatedDatabase, testServers } from '@countinghouse/testing';
import { serviceLifecycle } from '../service-lifecycle.ts';
import { silent } from './silent.ts';

/** The discounts of the fact file's test data (domain.md 1.7): months, percent. */
const DISCOUNTS = [
  [1, 0],
  [3, 10],
  [6, 15],
  [12, 20],
  [24, 30],
  [36, 40],
] as const;

export interface WorldOptions {
  readonly billing?: 'Simpler' | 'Honest';
  readonly now?: string;
  readonly discounts?: boolean;
  /** Further variables of both services. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The name is not written out, so that services do not come to depend on each other. */
const BILLING = '@countinghouse/billing';

export interface StartedServices {
  readonly services: { readonly billing: RunningService; readonly lifecycle: RunningService };
  readonly environment: NodeJS.ProcessEnv;
  readonly bus: Bus;
}

/** Starts this service and billing, with a bus to call them, on a database and a bus prefix of their own. */
export async function startServices({
  billing = 'Simpler',
  now = '2022-01-01 00:00:00',
  discounts = true,
  env = {},
}: WorldOptions): Promise<StartedServices> {
  const { natsUrl, mongoUrl } = await testServers();
  const isolation = isolatedDatabase(mongoUrl);
  const environment = { ...environmentOf(natsUrl, isolation), ...env };
  const { billing: definition } = (await import(BILLING)) as { billing: ServiceDefinition };
  const services = {
    billing: await startService(definition, environment),
    lifecycle: await startService(serviceLifecycle, environment),
  };
  const secrets = { billing: environment.SECRET_BILLING, 'service-lifecycle': environment.SECRET_SERVICE_LIFECYCLE };
  const bus = await Bus.connect({ url: natsUrl, name: 'test', prefix: isolation.busPrefix, secrets, log: silent });
  for (const { clock } of Object.values(services)) clock.set(instantOf(now).getTime());
  await configureBilling(services.billing, billing, discounts);
  return { services, environment, bus };
}

function environmentOf(natsUrl: string, isolation: ReturnType<typeof isolatedDatabase>) {
  const secret = () => randomBytes(24).toString('hex');
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    NATS_URL: natsUrl,
    MONGODB_URL: isolation.mongoUrl,
    BUS_PREFIX: isolation.busPrefix,
    SECRET_BILLING: secret(),
    SECRET_SERVICE_LIFECYCLE: secret(),
    SECRET_USER: secret(),
    SECRET_TEMPLATE_RENDERER: secret(),
    TEST_CLOCK: '1',
    SPOOL_WORKERS: '0',
    TZ: process.env.TZ ?? 'UTC',
  };
}

async function configureBilling({ store }: RunningService, type: string, discounts: boolean): Promise<void> {
  await store
    .collection<{ _id: string }>('config')
    .insertOne({ _id: 'billing', type, income_percent: 0, sequence: 0 } as never);
  if (!discounts) return;
  const rows = DISCOUNTS.map(([months, percent]) => ({
    _id: months,
    title: `${months}`,
    months: months * 10_000,
    percent,
  }));
  await store.collection<{ _id: number }>('discounts').insertMany(rows);
}
