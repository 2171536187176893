import { join } from 'node:path';
import { freePort, type Progress } from '@countinghouse/servers';
import { DataFolder, SERVERS, type ServerUrls } from './data-folder.ts';
import { announceAdministrator, firstPassword } from './first-administrator.ts';
import { type LaunchEnvironment, readLaunchEnvironment } from './launch-environment.ts';
import { launchServers } from './launched-servers.ts';
import { Supervisor } from './supervisor.ts';
import { type ProcessName, reachableAddress, SERVICES, startSystemProcess } from './system-process.ts';

/** The whole system on this machine, supervised. */
export interface LaunchedSystem {
  /** Base address, for example `http://127.0.0.1:8080/shm`. */
  readonly url: string;
  /** One line about the administrator for whoever starts it for the first time. */
  readonly announcement: string | undefined;
}

export interface Launch {
  /** Rejects when something could not be started; `stop` is then still to be called. */
  readonly ready: Promise<LaunchedSystem>;
  /** Ends everything in order: gateway, services, servers. May be called at any time, also again. */
  stop(): Promise<void>;
}

const DRAIN_MS_MAX = 15_000;

/**
 * Starts servers, services and gateway as the environment says and keeps them running.
 * @throws DataFolderInUse, BadEnvironment
 */
export function launch(source: NodeJS.ProcessEnv, progress: Progress): Launch {
  const environment = readLaunchEnvironment(source);
  const folder = DataFolder.take(environment.dataDir);
  const supervisor = new Supervisor({
    report: progress,
    record: (name, identity) => folder.recordProcess(name, identity),
  });
  const ready = startAll(environment, folder, supervisor, progress);
  let stopped: Promise<void> | undefined;
  return {
    ready,
    stop() {
      stopped ??= stopAll(supervisor).finally(() => folder.release());
      return stopped;
    },
  };
}

async function startAll(
  environment: LaunchEnvironment,
  folder: DataFolder,
  supervisor: Supervisor,
  progress: Progress,
): Promise<LaunchedSystem> {
  const left = await folder.endLeftovers();
  if (left > 0) progress(`ended ${left} processes that an earlier start had left running`);
  const urls = await launchServers(environment, folder.path, supervisor, progress);
  folder.recordUrls(urls);
  progress('starting the services and the gateway');
  const port = environment.port === 0 ? await freePort() : environment.port;
  const env = systemEnvironment(environment, folder, urls);
  await Promise.all([
    ...SERVICES.map((name) => startSupervised(name, folder, supervisor, env)),
    startSupervised('gateway', folder, supervisor, env, { host: environment.host, port }),
  ]);
  const address = reachableAddress(environment.host);
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}${environment.apiPrefix}`;
  return { url, announcement: await announceAdministrator(url, environment, folder) };
}

function startSupervised(
  name: ProcessName,
  folder: DataFolder,
  supervisor: Supervisor,
  env: Readonly<Record<string, string>>,
  http?: { readonly host: string; readonly port: number },
): Promise<unknown> {
  const logFile = join(folder.path, 'logs', `${name}.log`);
  const address = http === undefined ? {} : { http };
  return supervisor.start(name, (onSpawn) =>
    startSystemProcess({ name, form: 'build', env, logFile, onSpawn, ...address }),
  );
}

function systemEnvironment(
  environment: LaunchEnvironment,
  folder: DataFolder,
  { natsUrl, mongoUrl }: ServerUrls,
): Record<string, string> {
  const password = firstPassword(environment, folder);
  return {
    ...folder.secretVariables(),
    ...environment.inherited,
    NATS_URL: natsUrl,
    MONGODB_URL: mongoUrl,
    API_PREFIX: environment.apiPrefix,
    ADMIN_LOGIN: environment.adminLogin,
    ...(password === undefined ? {} : { ADMIN_PASSWORD: password }),
  };
}

async function stopAll(supervisor: Supervisor): Promise<void> {
  await supervisor.stop(['gateway'], DRAIN_MS_MAX);
  await supervisor.stop(SERVICES, DRAIN_MS_MAX);
  await supervisor.stop(SERVERS, DRAIN_MS_MAX);
}
