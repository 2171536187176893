/** Business time: dates stored and compared, periods, task delays. Tokens, leases, time-outs and caches use real time (decisions.md 15). */
export class Clock {
  #standsAtMs: number | null = null;
  #settings = 0;

  /** Now in whole seconds (domain.md 0). */
  now(): Date {
    return new Date(this.nowMs());
  }

  nowMs(): number {
    return this.#standsAtMs ?? Math.floor(Date.now() / 1000) * 1000;
  }

  /** Stands still at the moment, which may be before the last one; null lets it run with real time again. */
  set(nowMs: number | null): void {
    this.#standsAtMs = nowMs === null ? null : Math.floor(nowMs / 1000) * 1000;
    this.#settings += 1;
  }

  /**
   * Stands where `read` says that it stood; undefined leaves it alone. Where it was set while `read` looked, that is newer and stays.
   */
  async takeOver(read: () => Promise<number | null | undefined>): Promise<void> {
    const settings = this.#settings;
    const nowMs = await read();
    if (nowMs !== undefined && settings === this.#settings) this.set(nowMs);
  }

  get standsStill(): boolean {
    return this.#standsAtMs !== null;
  }
}
