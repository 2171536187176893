import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServers, RunningSystem, TestProcess } from '@countinghouse/testing';
import type { SeededRandom } from './seeded-random.ts';

/** Which processes die, and how often in comparison. */
const PROCESSES = { billing: 5, 'service-lifecycle': 6, user: 2, 'template-renderer': 2, gateway: 2 } as const;
/** Servers die beside them, on the data that they leave. */
const SERVERS = { nats: 1, mongo: 1 } as const;
type ProcessVictim = keyof typeof PROCESSES;
type ServerVictim = keyof typeof SERVERS;

/** Of the kills, so many take all replicas of a service at once. */
const ALL_REPLICAS_SHARE = 0.2;
const PROCESS_QUIET_MS_MAX = 20_000;
const SERVER_QUIET_MS_MAX = 40_000;
const DOWN_MS_MAX = 500;
/** A process that starts while a server is away ends at once: its supervisor starts it again. */
const STARTS_MAX = 10;

export interface KillerOptions {
  readonly system: RunningSystem;
  readonly servers: RunningServers;
  readonly random: SeededRandom;
}

/** Kills processes and servers with SIGKILL at random moments and starts them again. */
export class Killer {
  readonly #options: KillerOptions;
  readonly #stopped = new AbortController();
  readonly kills = new Map<ProcessVictim | ServerVictim, number>();

  constructor(options: KillerOptions) {
    this.#options = options;
  }

  get total(): number {
    return [...this.kills.values()].reduce((sum, kills) => sum + kills, 0);
  }

  /** Kills until it is told to stop; everything runs again when this resolves. */
  async run(): Promise<void> {
    const [processes, servers] = [this.#options.random.fork(), this.#options.random.fork()];
    await Promise.all([
      this.#repeat(processes, PROCESS_QUIET_MS_MAX, () => this.#strikeProcess(processes)),
      this.#repeat(servers, SERVER_QUIET_MS_MAX, () => this.#strikeServer(servers)),
    ]);
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #repeat(random: SeededRandom, quietMsMax: number, strike: () => Promise<void>): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await this.#wait(random.between(0, quietMsMax));
      if (!this.#stopped.signal.aborted) await strike();
    }
  }

  async #strikeProcess(random: SeededRandom): Promise<void> {
    const victim = random.weighted(PROCESSES);
    const all = this.#options.system.processes[victim];
    const replicas = random.chance(ALL_REPLICAS_SHARE) ? all : [random.pick(all)];
    this.#count(victim);
    await Promise.all(replicas.map((replica) => replica.kill()));
    await pause(random.between(0, DOWN_MS_MAX));
    await Promise.all(replicas.map((replica) => startAgain(replica)));
  }

  async #strikeServer(random: SeededRandom): Promise<void> {
    const { servers } = this.#options;
    const victim = random.weighted(SERVERS);
    this.#count(victim);
    await (victim === 'nats' ? servers.killNats() : servers.killMongo());
    await pause(random.between(0, DOWN_MS_MAX));
    await (victim === 'nats' ? servers.restartNats() : servers.restartMongo());
  }

  #count(victim: ProcessVictim | ServerVictim): void {
    this.kills.set(victim, (this.kills.get(victim) ?? 0) + 1);
  }

  /** A pause that the end of the run cuts short. */
  async #wait(ms: number): Promise<void> {
    try {
      await pause(ms, undefined, { signal: this.#stopped.signal });
    } catch (error) {
      if (!this.#stopped.signal.aborted) throw error;
    }
  }
}

async function startAgain(replica: TestProcess): Promise<void> {
  for (let start = 1; ; start += 1) {
    try {
      await replica.restart();
      return;
    } catch (error) {
      if (start >= STARTS_MAX) throw error;
    }
  }
}
