import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProcessName, SERVICES, secretVariable } from '@countinghouse/launcher';
import { freePort, guardian } from '@countinghouse/servers';
import { isolatedDatabase } from './isolated-database.ts';
import { startTestProcess, type TestProcess } from './test-process.ts';
import { type TestServers, testServers } from './test-servers.ts';

export interface StartSystemOptions {
  /** How many processes of each; one when absent. */
  readonly replicas?: Partial<Record<ProcessName, number>>;
  /** Additional variables for every process, for example `API_DIALECT`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the test clock stands at first, `YYYY-MM-DD HH:MM:SS`; it runs with real time when absent. */
  readonly clock?: string;
  /** Servers of the caller's own, for tests that kill them; those of the test run when absent. */
  readonly servers?: TestServers;
}

/** The whole system, as real processes from sources, apart from all others on the same servers. */
export interface RunningSystem {
  /** Base address with the prefix, for example `http://127.0.0.1:4711/shm`. */
  readonly url: string;
  readonly admin: { readonly login: string; readonly password: string };
  readonly mongoUrl: string;
  readonly busPrefix: string;
  /** The environment that every process was given, secrets included: for a test that acts as a service. */
  readonly env: Readonly<Record<string, string>>;
  /** Replica by replica. */
  readonly processes: Readonly<Record<ProcessName, readonly TestProcess[]>>;
  readonly clock: {
    /** Puts the clock of every service to `YYYY-MM-DD HH:MM:SS`, where it stands still. */
    set(text: string): Promise<void>;
  };
  /** Runs everything that is due until idle; answers `POST v1/test/run`'s counts. */
  run(): Promise<Record<string, number>>;
  /** Ends every process. May be called again. */
  stop(): Promise<void>;
}

const ADMIN = { login: 'admin', password: 'administrator-of-tests' };
const PREFIX = '/shm';

/** Starts the four services and the gateway, waits until all are ready, and sets the clock where one is given. */
export async function startSystem(options: StartSystemOptions = {}): Promise<RunningSystem> {
  const servers = options.servers ?? (await testServers());
  const { mongoUrl, busPrefix } = isolatedDatabase(servers.mongoUrl);
  const env = { ...systemEnvironment(servers.natsUrl, mongoUrl, busPrefix), ...options.env };
  const logs = mkdtempSync(join(tmpdir(), 'countinghouse-logs-'));
  guardian().removeAtEnd(logs);
  const started = await startProcesses(env, logs, options.replicas ?? {});
  const gateway = started.gateway[0];
  if (gateway === undefined) throw new Error('replicas.gateway: expected at least 1');
  const prefix = env.API_PREFIX ?? PREFIX;
  const url = `http://127.0.0.1:${gateway.port}${prefix}`;
  const admin = { login: env.ADMIN_LOGIN ?? ADMIN.login, password: env.ADMIN_PASSWORD ?? ADMIN.password };
  const request = (method: string, path: string, body?: object) => requestAs(admin, method, `${url}/${path}`, body);
  const system: RunningSystem = {
    url,
    admin,
    mongoUrl,
    busPrefix,
    env,
    processes: started,
    clock: {
      set: async (now) => {
        await request('PUT', 'v1/test/clock', { now });
      },
    },
    run: async () => countsOf(await request('POST', 'v1/test/run')),
    async stop() {
      await stopProcesses(started);
      rmSync(logs, { recursive: true, force: true });
    },
  };
  if (options.clock !== undefined) await system.clock.set(options.clock);
  return system;
}

function systemEnvironment(natsUrl: string, mongoUrl: string, busPrefix: string): Record<string, string> {
  const secrets = Object.fromEntries(SERVICES.map((name) => [secretVariable(name), randomBytes(32).toString('hex')]));
  return {
    ...secrets,
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? tmpdir(),
    NODE_ENV: 'test',
    NATS_URL: natsUrl,
    MONGODB_URL: mongoUrl,
    BUS_PREFIX: busPrefix,
    LOG_LEVEL: 'warn',
    TZ: 'UTC',
    TEST_CLOCK: '1',
    API_PREFIX: PREFIX,
    ADMIN_LOGIN: ADMIN.login,
    ADMIN_PASSWORD: ADMIN.password,
  };
}

type Processes = Record<ProcessName, TestProcess[]>;

async function startProcesses(
  env: Record<string, string>,
  logs: string,
  replicas: Partial<Record<ProcessName, number>>,
): Promise<Processes> {
  const started: Processes = { billing: [], 'service-lifecycle': [], user: [], 'template-renderer': [], gateway: [] };
  const startOne = async (name: ProcessName, replica: number) => {
    const logFile = join(logs, `${name}-${replica}.log`);
    const http = name === 'gateway' ? { http: { host: '127.0.0.1', port: await freePort() } } : {};
    const running = await startTestProcess({ name, form: 'sources', env, logFile, ...http });
    started[name].push(running);
  };
  const starts = ([...SERVICES, 'gateway'] as const).flatMap((name) =>
    Array.from({ length: replicas[name] ?? 1 }, (_, index) => startOne(name, index + 1)),
  );
  const outcomes = await Promise.allSettled(starts);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure === undefined) return started;
  await stopProcesses(started);
  throw failure.reason;
}

/** The gateway first, so that requests in flight still find their services. */
async function stopProcesses({ gateway, ...services }: Processes): Promise<void> {
  await Promise.all(gateway.map((replica) => replica.stop()));
  await Promise.all(Object.values(services).flatMap((all) => all.map((replica) => replica.stop())));
}

async function requestAs(
  { login, password }: RunningSystem['admin'],
  method: string,
  url: string,
  body: object | undefined,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

function countsOf(answer: unknown): Record<string, number> {
  const counts = (answer as { data?: Record<string, number>[] }).data?.[0];
  if (counts === undefined) throw new Error('POST v1/test/run answered without data');
  return counts;
}
