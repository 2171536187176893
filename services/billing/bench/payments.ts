import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Bus } from '@countinghouse/bus';
import {
  type ArgumentsOfOperation,
  addPayment,
  type Operation,
  openAccount,
  readFigures,
  systemCaller,
  verifyLedger,
} from '@countinghouse/contracts';
import { isolatedDatabase, testServers } from '@countinghouse/testing';
import { serverAt, type WatchedProcess } from './cpu-time.ts';
import { closedLoop, type Load, paced } from './load.ts';

/**
 * `npm run bench -w services/billing`: payments over NATS into a billing process of its own, client and servers on the same
 * machine: as many as possible, and 100 each second; then reads of figures. Afterwards the ledger is proved.
 */
const CLIENTS = Number(process.env.CLIENTS ?? 16);
const SECONDS = Number(process.env.SECONDS ?? 10);
const WARM_UP_SECONDS = Number(process.env.WARM_UP_SECONDS ?? 10);
const ACCOUNTS = Number(process.env.ACCOUNTS ?? 100);
const PACE_PER_SECOND = 100;
const CALL_TIMEOUT_MS = 30_000;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const { natsUrl, mongoUrl } = await testServers();
const isolation = isolatedDatabase(mongoUrl);
const secret = randomBytes(24).toString('hex');
const service = startService();
const bus = await Bus.connect({
  url: natsUrl,
  name: 'bench',
  prefix: isolation.busPrefix,
  secrets: { billing: secret },
  log: silent,
});
const processes: readonly WatchedProcess[] = [
  { name: 'billing', pid: service.pid ?? 0 },
  ...serverAt('MongoDB', mongoUrl),
  ...serverAt('NATS', natsUrl),
  { name: 'client', pid: process.pid },
];

try {
  await openAccounts();
  await closedLoop(payments('warm-up', ACCOUNTS, WARM_UP_SECONDS), CLIENTS, processes);
  await closedLoop(payments(`${ACCOUNTS} accounts`, ACCOUNTS, SECONDS), CLIENTS, processes);
  await closedLoop(payments('one account', 1, SECONDS), CLIENTS, processes);
  await paced(payments(`${ACCOUNTS} accounts`, ACCOUNTS, SECONDS), PACE_PER_SECOND, processes);
  const figures = (turn: number) => call(readFigures, { user_ids: [1 + (turn % ACCOUNTS)] });
  await closedLoop({ name: 'figures', seconds: SECONDS, work: figures }, CLIENTS, processes);
  const [proof] = (await call(verifyLedger, {})).rows;
  console.log(`ledger right: ${proof?.ok === 1}, ${proof?.entries} entries`);
} finally {
  await bus.drain();
  service.kill('SIGTERM');
  await once(service, 'exit');
}

function startService(): ChildProcess {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  return spawn(process.execPath, ['--conditions=source', main], {
    stdio: 'inherit',
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      NATS_URL: natsUrl,
      MONGODB_URL: isolation.mongoUrl,
      BUS_PREFIX: isolation.busPrefix,
      SECRET_BILLING: secret,
    },
  });
}

/** Tries until the service serves. */
async function openAccounts(): Promise<void> {
  for (let userId = 1; userId <= ACCOUNTS; ) {
    try {
      await call(openAccount, { user_id: userId });
      userId += 1;
    } catch (error) {
      if (service.exitCode !== null || (error as { status?: number }).status !== 503) throw error;
    }
  }
}

function payments(name: string, accounts: number, seconds: number): Load {
  return {
    name: `payments, ${name}`,
    seconds,
    work: (turn) => {
      const terms = { money: 1.5, pay_system_id: 'bench', uniq_key: randomUUID() };
      return call(addPayment, { user_id: 1 + (turn % accounts), ...terms });
    },
  };
}

function call<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>) {
  return bus.call(operation, args, {
    caller: systemCaller('service-lifecycle'),
    key: randomUUID(),
    deadlineAt: Date.now() + CALL_TIMEOUT_MS,
  });
}
