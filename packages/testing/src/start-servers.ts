import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  guardian,
  type LocalServer,
  obtainMongo,
  obtainNats,
  type ProcessIdentity,
  programForFolder,
  type ServerExit,
  type ServerProgram,
  startMongo,
  startNats,
} from '@countinghouse/servers';

export interface StartServersOptions {
  /** Where the servers keep their data; a temporary folder when absent. */
  readonly dataDir?: string;
  /** Leaves the data folder in place at the end. Default: only a folder that the caller named stays. */
  readonly keep?: boolean;
}

/** A real NATS and a real MongoDB-protocol server of this process's own. */
export interface RunningServers {
  readonly natsUrl: string;
  readonly mongoUrl: string;
  readonly dataDir: string;
  /** Which programs run, for example to skip a test that only one of them can pass. */
  readonly nats: ServerProgram;
  readonly mongo: ServerProgram;
  /** Sends a signal (default SIGKILL) and resolves once the server has ended. */
  killNats(signal?: NodeJS.Signals): Promise<ServerExit>;
  killMongo(signal?: NodeJS.Signals): Promise<ServerExit>;
  /** Ends the server if it runs and starts it on the same port and data; `emptied` starts it without any data. */
  restartNats(how?: { readonly emptied?: boolean }): Promise<void>;
  restartMongo(): Promise<void>;
  /** Ends both and removes a temporary data folder. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts both servers on free loopback ports, within a second when the programs are cached.
 * They end with this process, however it ends.
 */
export async function startServers(options: StartServersOptions = {}): Promise<RunningServers> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'countinghouse-test-'));
  const keep = options.keep ?? options.dataDir !== undefined;
  if (!keep) guardian().removeAtEnd(dataDir);
  const [nats, mongo] = await Promise.all([
    guardedServer(join(dataDir, 'nats'), obtainNats, startNats),
    guardedServer(join(dataDir, 'mongo'), obtainMongo, startMongo),
  ]);
  return {
    natsUrl: nats.url,
    mongoUrl: mongo.url,
    dataDir,
    nats: nats.program,
    mongo: mongo.program,
    killNats: nats.kill,
    killMongo: mongo.kill,
    restartNats: nats.restart,
    restartMongo: () => mongo.restart(),
    async stop() {
      await Promise.all([nats.stop(), mongo.stop()]);
      if (!keep) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface GuardedServer {
  readonly url: string;
  readonly program: ServerProgram;
  readonly kill: (signal?: NodeJS.Signals) => Promise<ServerExit>;
  readonly restart: (how?: { readonly emptied?: boolean }) => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function guardedServer(
  folder: string,
  obtain: typeof obtainNats,
  start: typeof startNats,
): Promise<GuardedServer> {
  mkdirSync(folder, { recursive: true });
  const program = await programForFolder(folder, (wanted) => obtain(report, wanted));
  const onSpawn = (identity: ProcessIdentity) => guardian().watch(identity);
  let server: LocalServer = await start(program, { folder, onSpawn });
  const stop = async () => {
    await server.process.stop();
    guardian().forget(server.process.identity);
  };
  return {
    url: server.url,
    program,
    kill: (signal) => server.process.kill(signal),
    stop,
    async restart({ emptied = false } = {}) {
      const { port } = server.process;
      await stop();
      if (emptied) rmSync(join(folder, 'data'), { recursive: true, force: true });
      server = await start(program, { folder, port, onSpawn });
    },
  };
}

function report(sentence: string): void {
  process.stderr.write(`countinghouse: ${sentence}\n`);
}
