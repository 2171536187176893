import { setTimeout as sleep } from 'node:timers/promises';
import { endProcesses, type ProcessIdentity, type ServerExit, type ServerProcess } from '@countinghouse/servers';

/** Starts the process anew; called again whenever it has died. Tells the identity as soon as there is one. */
export type StartProcess = (onSpawn: (identity: ProcessIdentity) => void) => Promise<ServerProcess>;

export interface SupervisorOptions {
  /** Told in one line when something died and was started again, or could not be. */
  readonly report: (line: string) => void;
  /** Told of every process as soon as it exists, long before it is ready. */
  readonly record: (name: string, identity: ProcessIdentity) => void;
  readonly backoffMsMin?: number;
  readonly backoffMsMax?: number;
  /** A process that lived this long has recovered: the next pause is the shortest again. */
  readonly steadyAfterMs?: number;
}

/** Keeps processes running: what ends without having been asked to is started again, with growing pauses. */
export class Supervisor {
  /** The newest process of each name, ready or not. */
  readonly #newest = new Map<string, ProcessIdentity>();
  readonly #watches = new Map<string, Promise<void>>();
  readonly #options: Required<SupervisorOptions>;
  readonly #stopping = new AbortController();

  constructor(options: SupervisorOptions) {
    this.#options = { backoffMsMin: 250, backoffMsMax: 10_000, steadyAfterMs: 30_000, ...options };
  }

  /** Starts a process and watches over it; a first start that fails is the caller's to handle. */
  async start(name: string, start: StartProcess): Promise<ServerProcess> {
    if (this.#stopped) throw new Error(`${name} was not started: the system is being stopped`);
    const startNamed = () => start((identity) => this.#spawned(name, identity));
    const first = await startNamed();
    this.#watches.set(name, this.#watch(name, first, startNamed));
    return first;
  }

  /** Ends these processes and waits for it, also those that are just being started; nothing is started any more. */
  async stop(names: readonly string[], graceMs: number): Promise<void> {
    this.#stopping.abort();
    await Promise.all(
      names.map(async (name) => {
        await this.#end(name, graceMs);
        await this.#watches.get(name);
        // One may have come into being between the two lines above.
        await this.#end(name, graceMs);
      }),
    );
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #spawned(name: string, identity: ProcessIdentity): void {
    this.#newest.set(name, identity);
    this.#options.record(name, identity);
  }

  async #end(name: string, graceMs: number): Promise<void> {
    const identity = this.#newest.get(name);
    if (identity !== undefined) await endProcesses([identity], graceMs);
  }

  async #watch(name: string, first: ServerProcess, start: () => Promise<ServerProcess>): Promise<void> {
    const { backoffMsMin, steadyAfterMs, report } = this.#options;
    let pauseMs = backoffMsMin;
    for (let current = first; ; ) {
      const startedAt = Date.now();
      const exit = await current.exited;
      const diedAt = Date.now();
      if (diedAt - startedAt > steadyAfterMs) pauseMs = backoffMsMin;
      const next = await this.#startAgain(name, start, pauseMs);
      if (next === undefined) return;
      report(`${name} ${describe(exit)} and was started again after ${((Date.now() - diedAt) / 1000).toFixed(1)} s`);
      pauseMs = this.#longer(pauseMs);
      current = next;
    }
  }

  async #startAgain(
    name: string,
    start: () => Promise<ServerProcess>,
    firstPauseMs: number,
  ): Promise<ServerProcess | undefined> {
    for (let pauseMs = firstPauseMs; ; pauseMs = this.#longer(pauseMs)) {
      if (!this.#stopped) await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(ignoreAbort);
      if (this.#stopped) return undefined;
      try {
        return await start();
      } catch (error) {
        if (this.#stopped) return undefined;
        this.#options.report(`${name} could not be started again, trying further: ${firstLine(error)}`);
      }
    }
  }

  #longer(pauseMs: number): number {
    return Math.min(pauseMs * 2, this.#options.backoffMsMax);
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

function describe({ code, signal }: ServerExit): string {
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
