import { Fault } from '@countinghouse/contracts';

export interface HashQueueOptions {
  /** Hashes computed at once: one per core. */
  readonly running: number;
  /** Requests that may wait for their turn; more get 429 (decisions.md 2). */
  readonly waitingMax: number;
}

/** Lets as many password hashes run as there are cores, in order of arrival, and refuses what would wait too long. */
export class HashQueue {
  readonly #options: HashQueueOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: HashQueueOptions) {
    this.#options = options;
  }

  /** Fault 429 where too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#running < this.#options.running) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#options.waitingMax) {
      throw new Fault(429, 'Too many logins at once', { retryAfterSeconds: 1 });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
