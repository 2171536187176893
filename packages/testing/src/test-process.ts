import { readFileSync } from 'node:fs';
import { type SystemProcessOptions, startSystemProcess } from '@countinghouse/launcher';
import { guardian, type ServerExit } from '@countinghouse/servers';

/** One process of a test system; it ends with the test run, however that ends. */
export interface TestProcess {
  readonly name: string;
  /** The gateway's HTTP port; of a service its probe port, which changes at a restart. */
  readonly port: number;
  readonly pid: number;
  readonly running: boolean;
  /** Resolves once the present process has ended. */
  readonly exited: Promise<ServerExit>;
  /** Sends a signal (default SIGKILL) and resolves once the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<ServerExit>;
  /** Ends it in order, killing it when it takes longer than 15 s. */
  stop(): Promise<void>;
  /** Starts it again, ending it first where it still runs; the gateway keeps its port. */
  restart(): Promise<void>;
  /** Everything it has printed so far. */
  log(): string;
}

/** Starts one process of the system under the guardian's eye. */
export async function startTestProcess(options: SystemProcessOptions): Promise<TestProcess> {
  const start = () => startSystemProcess({ ...options, onSpawn: (identity) => guardian().watch(identity) });
  let current = await start();
  const stop = async () => {
    await current.stop(15_000);
    guardian().forget(current.identity);
  };
  return {
    name: options.name,
    get port() {
      return current.port;
    },
    get pid() {
      return current.identity.pid;
    },
    get running() {
      return current.running;
    },
    get exited() {
      return current.exited;
    },
    kill: (signal) => current.kill(signal),
    stop,
    async restart() {
      await stop();
      current = await start();
    },
    log: () => readFileSync(options.logFile, 'utf8'),
  };
}
