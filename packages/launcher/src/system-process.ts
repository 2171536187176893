import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  freePort,
  type ProcessIdentity,
  portAccepts,
  type ServerProcess,
  startServerProcess,
} from '@countinghouse/servers';

/** The services, in an order in which none is called before it runs. */
export const SERVICES = ['billing', 'service-lifecycle', 'user', 'template-renderer'] as const;
export type ServiceName = (typeof SERVICES)[number];
/** Every process of the system. */
export type ProcessName = ServiceName | 'gateway';

/** The variable with the secret of the tokens whose audience is this service. */
export function secretVariable(service: ServiceName): string {
  return `SECRET_${service.toUpperCase().replaceAll('-', '_')}`;
}

/** From sources without a build (tests), or what the build made (`npm start`). */
export type ProgramForm = 'sources' | 'build';

export interface SystemProcessOptions {
  readonly name: ProcessName;
  readonly form: ProgramForm;
  /** Its whole environment but the ports: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** The gateway's HTTP address. */
  readonly http?: { readonly host: string; readonly port: number };
  readonly readyTimeoutMs?: number;
  readonly onSpawn?: (identity: ProcessIdentity) => void;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const START_ATTEMPTS_MAX = 3;

/** Starts a service or the gateway and waits until its `/readyz` answers 200. */
export async function startSystemProcess(options: SystemProcessOptions): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnPort(options, await freePort());
    } catch (error) {
      // A stranger was faster to take the port.
      const taken = error instanceof Error && /in use|EADDRINUSE/i.test(error.message);
      if (!taken || attempt === START_ATTEMPTS_MAX) throw error;
    }
  }
}

function startOnPort(options: SystemProcessOptions, healthPort: number): Promise<ServerProcess> {
  const { name, env, logFile, http, onSpawn, readyTimeoutMs = 60_000 } = options;
  const own = http === undefined ? {} : { HOST: http.host, PORT: String(http.port) };
  const port = http?.port ?? healthPort;
  const address = http === undefined ? '127.0.0.1' : reachableAddress(http.host);
  return startServerProcess({
    name,
    command: process.execPath,
    args: programArguments(name, options.form),
    cwd: ROOT,
    env: { ...env, ...own, HEALTH_HOST: '127.0.0.1', HEALTH_PORT: String(healthPort) },
    port,
    logFile,
    readyTimeoutMs,
    isReady: async () =>
      (await answersOk(`http://127.0.0.1:${healthPort}/readyz`)) && (await portAccepts(port, address)),
    ...(onSpawn === undefined ? {} : { onSpawn }),
  });
}

function programArguments(name: ProcessName, form: ProgramForm): readonly string[] {
  const folder = join(ROOT, name === 'gateway' ? 'gateway' : join('services', name));
  if (form === 'sources') return ['--conditions=source', join(folder, 'src', 'main.ts')];
  const built = join(folder, 'dist', 'main.js');
  if (!existsSync(built)) throw new Error(`${built} is missing: run npm run build`);
  return ['--enable-source-maps', built];
}

/** An address on which a server that listens on `host` can be reached from this machine. */
export function reachableAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
