import type { PersistentSender } from './persistent-sender.ts';
import type { SeededRandom } from './seeded-random.ts';

const START = Date.parse('2024-01-01T00:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Small steps let delayed tasks become due, large ones end paid periods. */
const STEP_MINUTES_MAX = 10;
const LEAP_DAYS_MAX = 9;
const RUN = { method: 'POST', path: '/v1/test/run' } as const;
/** A run does one task after another: several at once are several workers, on all replicas. */
const RUNS = [RUN, RUN, RUN];

/** The business clock of a system: moved by hand, and what became due is run at once. */
export class MovingClock {
  readonly #admin: PersistentSender;
  readonly #random: SeededRandom;
  #nowMs = START;

  constructor(admin: PersistentSender, random: SeededRandom) {
    this.#admin = admin;
    this.#random = random;
  }

  /** `YYYY-MM-DD HH:MM:SS`. */
  get text(): string {
    return new Date(this.#nowMs).toISOString().slice(0, 19).replace('T', ' ');
  }

  async begin(): Promise<void> {
    await this.#set();
  }

  async step(): Promise<void> {
    await this.#move(this.#random.between(1, STEP_MINUTES_MAX));
    await Promise.all(RUNS.map((run) => this.#admin.once(run)));
  }

  async leap(): Promise<void> {
    await this.#move(this.#random.between(DAY_MINUTES, LEAP_DAYS_MAX * DAY_MINUTES));
    await Promise.all(RUNS.map((run) => this.#admin.once(run)));
  }

  /** Moves and runs everything: what `step` and `leap` only try, since a run needs all services at the same time. */
  async advance(minutes: number): Promise<void> {
    await this.#move(minutes);
    await Promise.all(RUNS.map((run) => this.#admin.rows(run)));
  }

  async #move(minutes: number): Promise<void> {
    this.#nowMs += minutes * MINUTE_MS;
    await this.#set();
  }

  async #set(): Promise<void> {
    const answer = await this.#admin.answer({ method: 'PUT', path: '/v1/test/clock', body: { now: this.text } });
    if (answer.status !== 200) throw new Error(`PUT v1/test/clock answered ${answer.status}: ${answer.text}`);
  }
}
