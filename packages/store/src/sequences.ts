import type { Collection } from 'mongodb';
import { updateOrCreate } from './update-or-create.ts';

interface Counter {
  readonly _id: string;
  readonly value: number;
}

interface Waiting {
  readonly count: number;
  readonly resolve: (first: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Counters that only grow. Requests that meet while one is under way are served by the next single increment, in order. */
export class Sequences {
  readonly #counters: Collection<Counter>;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(counters: Collection<Counter>) {
    this.#counters = counters;
  }

  async next(name: string): Promise<number> {
    return this.#first(name, 1);
  }

  async take(name: string, count: number): Promise<number[]> {
    if (!Number.isInteger(count) || count < 0) throw new RangeError('count: expected an integer, not negative');
    if (count === 0) return [];
    const first = await this.#first(name, count);
    return Array.from({ length: count }, (_, index) => first + index);
  }

  /** Gives back everything after `last`, unless somebody took ids since. */
  async giveBack(name: string, taken: number, last: number): Promise<void> {
    await this.#counters.updateOne({ _id: name, value: taken }, { $set: { value: last } });
  }

  #first(name: string, count: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(name);
      if (queue) {
        queue.push({ count, resolve, reject });
        return;
      }
      this.#waiting.set(name, [{ count, resolve, reject }]);
      void this.#serve(name);
    });
  }

  /** Runs as long as somebody waits; errors go to those who wait. */
  async #serve(name: string): Promise<void> {
    await Promise.resolve();
    for (let queue = this.#waiting.get(name) ?? []; queue.length > 0; queue = this.#waiting.get(name) ?? []) {
      this.#waiting.set(name, []);
      const total = queue.reduce((sum, { count }) => sum + count, 0);
      try {
        let first = (await this.#increment(name, total)) - total + 1;
        for (const { count, resolve } of queue) {
          resolve(first);
          first += count;
        }
      } catch (error) {
        for (const { reject } of queue) reject(error);
      }
    }
    this.#waiting.delete(name);
  }

  async #increment(name: string, by: number): Promise<number> {
    return (await updateOrCreate(this.#counters, name, { $inc: { value: by } })).value;
  }
}
