import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '@countinghouse/bus';
import { CLOCK_READ_TOPIC, CLOCK_TOPIC, type ClockSet } from '@countinghouse/contracts';
import type { Clock } from '@countinghouse/process';

const READ_TIMEOUT_MS = 2_000;
const READ_PAUSE_MS = 100;

/**
 * The test clock of a process without a store: it follows what any gateway sets, and takes over where the clock stood from the
 * services, which keep it (decisions.md 15).
 */
export class FollowedClock {
  readonly #bus: Bus;
  readonly #clock: Clock;
  #isKnown = false;
  #isStopped = false;
  #asking: Promise<void> = Promise.resolve();

  private constructor(bus: Bus, clock: Clock) {
    this.#bus = bus;
    this.#clock = clock;
  }

  /** Resolves once the services were asked; where none is there yet, they are asked until one is. */
  static async follow(bus: Bus, clock: Clock): Promise<FollowedClock> {
    const followed = new FollowedClock(bus, clock);
    bus.onGather(CLOCK_TOPIC, async (payload) => {
      followed.#clock.set((payload as ClockSet).nowMs);
      followed.#isKnown = true;
      return { confirmed: true };
    });
    await bus.subscribed();
    await followed.#ask();
    followed.#asking = followed.#askOn();
    return followed;
  }

  /** False until the clock was set or a service told where it stands. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Asks no further. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#asking;
  }

  async #askOn(): Promise<void> {
    while (!this.#isKnown && !this.#isStopped) {
      await pause(READ_PAUSE_MS);
      await this.#ask();
    }
  }

  async #ask(): Promise<void> {
    if (!this.#bus.isConnected()) return;
    await this.#clock.takeOver(async () => {
      const [told] = await this.#bus.gather(CLOCK_READ_TOPIC, {}, { expected: 1, timeoutMs: READ_TIMEOUT_MS });
      if (told !== undefined) this.#isKnown = true;
      return (told as ClockSet | undefined)?.nowMs;
    });
  }
}
