import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
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

/**
 * `npm run bench -w services/billing`: payments per second over NATS into a billing process of its own, client and servers on
 * the same machine; afterwards the ledger is proved.
 */
const CLIENTS = Number(process.env.CLIENTS ?? 16);
const SECONDS = Number(process.env.SECONDS ?? 10);
const WARM_UP_SECONDS = Number(process.env.WARM_UP_SECONDS ?? 10);
const ACCOUNTS = 100;
const MS_PER_TICK = 10;
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

const processes: [string, number][] = [
  ['billing', service.pid ?? 0],
  ['MongoDB', pidAt(mongoUrl)],
  ['NATS', pidAt(natsUrl)],
  ['client', process.pid],
];

try {
  await openAccounts();
  const usersOf = (count: number) => (turn: number) => 1 + (turn % count);
  await measure('warm-up', usersOf(ACCOUNTS), WARM_UP_SECONDS);
  await measure(`${ACCOUNTS} accounts`, usersOf(ACCOUNTS), SECONDS);
  await measure('one account', usersOf(1), SECONDS);
  await measureReads(usersOf(ACCOUNTS));
  const [proof] = (await call(verifyLedger, {})).rows;
  console.log(`ledger right: ${proof?.ok}, ${proof?.entries} entries`);
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

async function measure(name: string, userOf: (turn: number) => number, seconds: number): Promise<void> {
  await run(`payments, ${name}`, seconds, (turn) =>
    call(addPayment, { user_id: userOf(turn), money: 1.5, pay_system_id: 'bench', uniq_key: randomUUID() }),
  );
}

async function measureReads(userOf: (turn: number) => number): Promise<void> {
  await run('figures', 3, (turn) => call(readFigures, { user_ids: [userOf(turn)] }));
}

/** CPU time that processes have used so far, in milliseconds; from Linux's /proc. */
function cpuMs(): Map<string, number> {
  return new Map(
    processes.map(([name, pid]) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return [name, (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK];
    }),
  );
}

/** The server that listens at a URL's port. */
function pidAt(url: string): number {
  const { port } = new URL(url);
  const found = readdirSync('/proc').find((entry) => {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) return false;
    const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
    return command.includes(port) || command.some((part) => part.endsWith(`:${port}`));
  });
  return Number(found ?? 0);
}

async function run(name: string, seconds: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  const latenciesMs: number[] = [];
  const end = Date.now() + seconds * 1000;
  let turn = 0;
  const client = async () => {
    while (Date.now() < end) {
      turn += 1;
      const start = performance.now();
      await work(turn);
      latenciesMs.push(performance.now() - start);
    }
  };
  const cpuBefore = cpuMs();
  const started = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const rate = latenciesMs.length / ((performance.now() - started) / 1000);
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number) => (latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0).toFixed(1);
  const cpu = [...cpuMs()].map(([process, ms]) => {
    const used = (ms - (cpuBefore.get(process) ?? 0)) / latenciesMs.length;
    return `${process} ${used.toFixed(3)}`;
  });
  console.log(`${name}, c=${CLIENTS}: ${rate.toFixed(0)} per second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  console.log(`  CPU ms each: ${cpu.join(', ')}`);
}

function call<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>) {
  return bus.call(operation, args, {
    caller: systemCaller('service-lifecycle'),
    key: randomUUID(),
    deadlineAt: Date.now() + CALL_TIMEOUT_MS,
  });
}
