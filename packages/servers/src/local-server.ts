import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { type ServerCommand, type ServerProcess, startServerProcess } from './server-process.ts';

export interface LocalServerOptions {
  /** The folder that holds everything of this server: data, log, record of the program. */
  readonly folder: string;
  /** The port to use again; a free one is chosen when absent. */
  readonly port?: number;
  /** Told right after the process came into being. */
  readonly onSpawn?: (identity: ProcessIdentity) => void;
}

/** A server of ours on a loopback port. */
export interface LocalServer {
  readonly process: ServerProcess;
  readonly url: string;
}

const LOG_BYTES_MAX = 10_000_000;
const START_ATTEMPTS_MAX = 3;

/** The server's data folder and log file; a large log is put aside first. */
export function prepareFolder(folder: string): { readonly data: string; readonly logFile: string } {
  const data = join(folder, 'data');
  const logFile = join(folder, 'server.log');
  mkdirSync(data, { recursive: true });
  if (existsSync(logFile) && statSync(logFile).size > LOG_BYTES_MAX) renameSync(logFile, `${logFile}.1`);
  return { data, logFile };
}

/** Starts a server on the wanted port, else on a free one: another, when a stranger was faster to take it. */
export async function startOnPort(
  { port, onSpawn }: LocalServerOptions,
  commandFor: (port: number) => ServerCommand,
): Promise<ServerProcess> {
  const start = (chosen: number) =>
    startServerProcess({ ...commandFor(chosen), ...(onSpawn === undefined ? {} : { onSpawn }) });
  if (port !== undefined) return start(port);
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(await freePort());
    } catch (error) {
      const taken = error instanceof Error && /in use/i.test(error.message);
      if (!taken || attempt === START_ATTEMPTS_MAX) throw error;
    }
  }
}
