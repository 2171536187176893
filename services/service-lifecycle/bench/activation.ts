import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Bus } from '@countinghouse/bus';
import {
  type ArgumentsOfOperation,
  addPayment,
  addService,
  type Caller,
  type Operation,
  openAccount,
  orderForUser,
  systemCaller,
} from '@countinghouse/contracts';
import { openStore } from '@countinghouse/store';
import { isolatedDatabase, startTestProcess, testServers } from '@countinghouse/testing';

/**
 * `npm run bench:activation -w services/service-lifecycle`: payments of users whose one service waits for money, and how long
 * until the tasks of the payments have activated all of them. Billing and this service are processes of their own.
 */
const USERS = Number(process.env.USERS ?? 2000);
const AT_ONCE = 16;
const PRICE = 10;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const ADMIN: Caller = { subject: 'user:1', role: 'admin', userId: 1, actingUserId: 1 };

const { natsUrl, mongoUrl } = await testServers();
const isolation = isolatedDatabase(mongoUrl);
const secret = randomBytes(24).toString('hex');
const env = {
  ...{ PATH: process.env.PATH ?? '', TZ: 'UTC', NODE_ENV: 'test', LOG_LEVEL: 'warn' },
  ...{ NATS_URL: natsUrl, MONGODB_URL: isolation.mongoUrl, BUS_PREFIX: isolation.busPrefix },
  ...{
    SECRET_BILLING: secret,
    SECRET_SERVICE_LIFECYCLE: secret,
    SECRET_USER: secret,
    SECRET_TEMPLATE_RENDERER: secret,
  },
  ...(process.env.SPOOL_WORKERS === undefined ? {} : { SPOOL_WORKERS: process.env.SPOOL_WORKERS }),
};
const logs = mkdtempSync(join(tmpdir(), 'countinghouse-bench-'));
const start = (name: 'billing' | 'service-lifecycle') =>
  startTestProcess({ name, form: 'sources', env, logFile: join(logs, `${name}.log`) });
const processes = [await start('billing'), await start('service-lifecycle')];
const secrets = { billing: secret, 'service-lifecycle': secret };
const bus = await Bus.connect({ url: natsUrl, name: 'bench', prefix: isolation.busPrefix, secrets, log: silent });
const store = await openStore({
  ...{ url: isolation.mongoUrl, database: 'service-lifecycle', appName: 'bench', log: silent },
});

function call<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>) {
  const caller = operation.access === 'internal' ? systemCaller('service-lifecycle') : ADMIN;
  return bus.call(operation, args, { caller, key: randomUUID(), deadlineAt: Date.now() + 60_000 });
}

/** Does something for every user, some at once. */
async function forEveryUser(act: (user_id: number) => Promise<unknown>): Promise<void> {
  let next = 1;
  const work = async () => {
    while (next <= USERS) {
      next += 1;
      await act(100 + next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function seconds(since: number): number {
  return (performance.now() - since) / 1000;
}

try {
  const { rows } = await call(addService, { name: 'web', cost: PRICE, category: 'web' });
  const { service_id } = rows[0] as unknown as { service_id: number };
  await forEveryUser(async (user_id) => {
    await call(openAccount, { user_id });
    await call(orderForUser, { user_id, service_id });
  });
  const begun = performance.now();
  await forEveryUser((user_id) => call(addPayment, { user_id, money: PRICE }));
  const paid = seconds(begun);
  const services = store.collection('user_services');
  while ((await services.countDocuments({ status: 'ACTIVE' })) < USERS) await pause(100);
  const activated = seconds(begun);
  console.log(`${USERS} payments in ${paid.toFixed(1)} s: ${(USERS / paid).toFixed(0)} per second`);
  console.log(`all services active after ${activated.toFixed(1)} s: ${(USERS / activated).toFixed(0)} per second`);
} finally {
  await bus.drain();
  for (const process of processes) await process.stop();
  await store.database.dropDatabase();
  await store.close();
  rmSync(logs, { recursive: true, force: true });
}
