import type { Logger } from '@countinghouse/process';
import type { Sweeper } from './definition.ts';

/** Runs sweepers one after another with a pause between; a failure is logged and the next round tries again. */
export class Sweeping {
  readonly #sweepers: readonly Sweeper[];
  readonly #log: Logger;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(sweepers: readonly Sweeper[], log: Logger) {
    this.#sweepers = sweepers;
    this.#log = log;
  }

  begin(): void {
    for (const sweeper of this.#sweepers) this.#schedule(sweeper);
  }

  /** One round of everything now; answers how much was done. */
  async sweepAll(): Promise<number> {
    let done = 0;
    for (const sweeper of this.#sweepers) done += await sweeper.sweep();
    return done;
  }

  async end(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #schedule(sweeper: Sweeper): void {
    if (this.#stopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const round = this.#round(sweeper);
      this.#running.add(round);
      void round.finally(() => this.#running.delete(round));
    }, sweeper.intervalMs);
    this.#timers.add(timer);
  }

  async #round(sweeper: Sweeper): Promise<void> {
    try {
      const done = await sweeper.sweep();
      if (done > 0) this.#log.info({ sweeper: sweeper.name, done }, 'swept');
    } catch (error) {
      this.#log.error({ err: error, sweeper: sweeper.name }, 'sweeper failed, will try again');
    }
    this.#schedule(sweeper);
  }
}
