import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServers, RunningSystem, TestProcess } from '@countinghouse/testing';
import type { SeededRandom } from './seeded-random.ts';

/** What dies, and how often in comparison. */
const VICTIMS = {
  billing: 5,
  'service-lifecycle': 6,
  user: 2,
  'template-renderer': 2,
  gateway: 2,
  nats: 1,
  mongo: 1,
} as const;
type Victim = keyof typeof VICTIMS;

/** Of the kills, so many take all replicas of a service at once. */
const ALL_REPLICAS_SHARE = 0.2;
const QUIET_MS_MAX = 4_000;
const DOWN_MS_MAX = 500;

export interface KillerOptions {
  readonly system: RunningSystem;
  readonly servers: RunningServers;
  readonly random: SeededRandom;
}

/** Kills processes and servers with SIGKILL at random moments and starts them again. */
export class Killer {
  readonly #options: KillerOptions;
  readonly #stopped = new AbortController();
  readonly kills = new Map<Victim, number>();

  constructor(options: KillerOptions) {
    this.#options = options;
  }

  /** Kills until it is told to stop; everything runs again when this resolves. */
  async run(): Promise<void> {
    const { random } = this.#options;
    while (!this.#stopped.signal.aborted) {
      await this.#wait(random.between(0, QUIET_MS_MAX));
      if (!this.#stopped.signal.aborted) await this.#strike(random.weighted(VICTIMS));
    }
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #strike(victim: Victim): Promise<void> {
    this.kills.set(victim, (this.kills.get(victim) ?? 0) + 1);
    const { servers, random } = this.#options;
    const downMs = random.between(0, DOWN_MS_MAX);
    if (victim === 'nats') return this.#server(servers.killNats, servers.restartNats, downMs);
    if (victim === 'mongo') return this.#server(servers.killMongo, servers.restartMongo, downMs);
    const replicas = this.#chosen(this.#options.system.processes[victim]);
    await Promise.all(replicas.map((replica) => replica.kill()));
    await pause(downMs);
    await Promise.all(replicas.map((replica) => replica.restart()));
  }

  #chosen(replicas: readonly TestProcess[]): readonly TestProcess[] {
    const { random } = this.#options;
    const one = random.pick(replicas);
    return random.chance(ALL_REPLICAS_SHARE) ? replicas : [one];
  }

  async #server(kill: () => Promise<unknown>, restart: () => Promise<void>, downMs: number): Promise<void> {
    await kill();
    await pause(downMs);
    await restart();
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
