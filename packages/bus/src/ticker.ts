/** Something that must act when time passes without a message. */
export interface Watched {
  /** `elapsedMs` is the time this process was able to receive messages, not the time on the wall: a blocked loop is no silence. */
  tick(elapsedMs: number, nowMs: number): void;
}

const INTERVAL_MS = 25;

/** One timer for every pending call and stream, far cheaper than a timer each; idle when nothing is watched. */
export class Ticker {
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #lastMs = 0;

  add(watched: Watched): void {
    this.#watched.add(watched);
    if (this.#timer) return;
    this.#lastMs = Date.now();
    this.#timer = setInterval(() => this.#tick(), INTERVAL_MS);
  }

  delete(watched: Watched): void {
    this.#watched.delete(watched);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#watched.clear();
  }

  #tick(): void {
    const nowMs = Date.now();
    const elapsedMs = Math.min(Math.max(nowMs - this.#lastMs, 0), 2 * INTERVAL_MS);
    this.#lastMs = nowMs;
    if (this.#watched.size === 0) {
      this.stop();
      return;
    }
    for (const watched of this.#watched) watched.tick(elapsedMs, nowMs);
  }
}
