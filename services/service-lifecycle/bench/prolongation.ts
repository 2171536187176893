import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@countinghouse/service';
import { instantOf, openStore } from '@countinghouse/store';
import { isolatedDatabase, startTestProcess, testServers } from '@countinghouse/testing';
import { Lifecycle } from '../src/lifecycle.ts';
import { serviceLifecycle } from '../src/service-lifecycle.ts';
import { cpuMsOfChildren, cpuSince } from './cpu-time.ts';
import { insertPopulation, insertTariff } from './population.ts';

/**
 * `npm run bench -w services/service-lifecycle`: how many services that expire in the same minute the job renews in a second,
 * for 10,000 and for 100,000 of them (`SIZES`); billing is a process of its own, everything on one machine.
 */
const SIZES = (process.env.SIZES ?? '10000,100000').split(',').map(Number);
const BOUGHT = '2022-01-01 00:00:00';
const EXPIRE = '2022-01-30 23:59:59';
const NOW = '2022-01-31 00:00:00';
const MEMORY_SAMPLE_MS = 250;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const { natsUrl, mongoUrl } = await testServers();
const isolation = isolatedDatabase(mongoUrl);
const secret = () => randomBytes(24).toString('hex');
const environment = {
  ...{ PATH: process.env.PATH ?? '', TZ: 'UTC', NODE_ENV: 'test', TEST_CLOCK: '1', LOG_LEVEL: 'warn' },
  ...{ NATS_URL: natsUrl, MONGODB_URL: isolation.mongoUrl, BUS_PREFIX: isolation.busPrefix, SPOOL_WORKERS: '0' },
  ...{ SECRET_BILLING: secret(), SECRET_SERVICE_LIFECYCLE: secret() },
  ...{ SECRET_USER: secret(), SECRET_TEMPLATE_RENDERER: secret() },
};
process.env.TZ = 'UTC';

const logs = mkdtempSync(join(tmpdir(), 'countinghouse-bench-'));
const logFile = join(logs, 'billing.log');
const billing = await startTestProcess({ name: 'billing', form: 'sources', env: environment, logFile });
const billingStore = await openStore({
  ...{ url: isolation.mongoUrl, database: 'billing', appName: 'bench', log: silent },
});
let lifecycle: Lifecycle | undefined;
const service = await startService(
  {
    ...serviceLifecycle,
    build: (runtime) => {
      lifecycle = new Lifecycle(runtime);
      return serviceLifecycle.build(runtime);
    },
  },
  environment,
);
service.clock.set(instantOf(NOW).getTime());

try {
  await insertTariff(service.store);
  let firstId = 1;
  for (const size of SIZES) {
    await measure(size, firstId);
    firstId += size;
  }
} finally {
  await service.store.database.dropDatabase();
  await billingStore.database.dropDatabase();
  await service.stop();
  await billingStore.close();
  await billing.stop();
  rmSync(logs, { recursive: true, force: true });
}

async function measure(size: number, firstId: number): Promise<void> {
  const population = { size, firstId, bought: BOUGHT, expire: EXPIRE };
  await insertPopulation(service.store, billingStore, population);
  const memory = watchMemory();
  const cpu = process.cpuUsage();
  const cpuOfOthers = cpuMsOfChildren();
  const started = performance.now();
  const { touched, left } = (await lifecycle?.prolongate()) ?? { touched: 0, left: 0 };
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const renewed = await billingStore.collection('withdraws').countDocuments({ withdraw_date: instantOf(NOW) });
  const ownCpuMs = (user + system) / 1000 / size;
  console.log(
    `${size} services: ${Math.round(touched / seconds)} per second (${seconds.toFixed(1)} s), left ${left}, ` +
      `write-offs paid so far ${renewed}, memory +${memory.end()} MB, ` +
      `CPU ms each: own ${ownCpuMs.toFixed(2)}, ${cpuSince(cpuOfOthers, size)}`,
  );
}

/** The growth of this process at its largest, in MB. */
function watchMemory() {
  const before = process.memoryUsage.rss();
  let largest = before;
  const timer = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage.rss());
  }, MEMORY_SAMPLE_MS);
  return {
    end: () => {
      clearInterval(timer);
      return Math.round((largest - before) / 2 ** 20);
    },
  };
}
