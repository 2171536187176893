import type { Clock, Logger } from '@countinghouse/process';

/** How often workers look for tasks that became due without anybody saying so. */
const IDLE_POLL_MS = 1_000;
/** After an error of the store or the bus. */
const ERROR_PAUSE_MS = 2_000;
/** How long the end of the service waits for attempts under way; what takes longer is tried again by others. */
const END_MS = 20_000;

export interface WorkersOptions {
  readonly clock: Pick<Clock, 'standsStill'>;
  readonly log: Logger;
  /** How many tasks this replica runs at once; 0 for none. */
  readonly count: number;
  /** Does what is next; false where nothing is due. */
  workOnce(): Promise<boolean>;
}

/**
 * The workers of one replica: each takes the next task that is due until none is, then sleeps until it is woken or a second is
 * over. While the test clock stands they rest, so that only `POST v1/test/run` moves the world.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #sleeping = new Set<() => void>();
  #running: Promise<unknown> = Promise.resolve();
  #stopped = false;
  #wakes = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#running = Promise.all(Array.from({ length: this.#options.count }, () => this.#work()));
  }

  /** There is something to do. */
  wake(): void {
    this.#wakes += 1;
    for (const resume of this.#sleeping) resume();
  }

  /** Takes no further tasks and waits for those under way, but not for ever. */
  async end(): Promise<void> {
    this.#stopped = true;
    this.wake();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, END_MS);
    });
    await Promise.race([this.#running, patience]);
    clearTimeout(timer);
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      const seen = this.#wakes;
      try {
        const worked = !this.#options.clock.standsStill && (await this.#options.workOnce());
        if (!worked) await this.#sleep(IDLE_POLL_MS, seen);
      } catch (error) {
        this.#options.log.error({ err: error }, 'a worker of the spool could not go on, will try again');
        await this.#sleep(ERROR_PAUSE_MS, this.#wakes);
      }
    }
  }

  /** Not at all where somebody woke the workers since `seen`. */
  #sleep(ms: number, seen: number): Promise<void> {
    if (this.#stopped || seen !== this.#wakes) return Promise.resolve();
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#sleeping.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, ms);
      this.#sleeping.add(resume);
    });
  }
}
