/** Repeatable random numbers for tests (xorshift over 32 bits); print the seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0 || 1;
  }

  /** From 0 up to, and not including, `limit`. */
  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  between(min: number, max: number): number {
    return min + this.below(max - min + 1);
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}
