import type { Store } from '@countinghouse/store';
import type { Collections } from '../collections.ts';
import type { IdSource } from './command.ts';
import { ROW_COLLECTIONS, type RowCollection } from './row-write.ts';

export type IdCounts = Partial<Record<RowCollection, number>>;

/**
 * The ids that one batch of commands gives to new rows. Planning is synchronous and ids come from the database, so a pool is
 * filled before; where it runs dry the plan is made again with as many more as it lacked.
 */
export class IdPool implements IdSource {
  readonly #store: Store;
  readonly #collections: Collections;
  readonly #free: Record<RowCollection, number[]>;
  #taken: Record<RowCollection, number> = { pays: 0, withdraws: 0, bonuses: 0 };

  /** `free` are ids that were fetched before and given to nobody. */
  constructor(store: Store, collections: Collections, free: Record<RowCollection, number[]>) {
    this.#store = store;
    this.#collections = collections;
    this.#free = free;
  }

  next(collection: RowCollection): number {
    const id = this.#free[collection][this.#taken[collection]];
    this.#taken[collection] += 1;
    return id ?? -this.#taken[collection];
  }

  /** Plans anew: every id is free again. */
  rewind(): void {
    this.#taken = { pays: 0, withdraws: 0, bonuses: 0 };
  }

  /** What planning left. */
  unused(collection: RowCollection): number[] {
    return this.#free[collection].slice(this.#taken[collection]);
  }

  /** Did planning take more than there was? */
  get isDry(): boolean {
    return ROW_COLLECTIONS.some((name) => this.#taken[name] > this.#free[name].length);
  }

  /** Fetches what planning lacked. */
  refill(): Promise<void> {
    return this.fill(this.#taken);
  }

  /** Fetches until there are as many as asked for. */
  async fill(counts: IdCounts): Promise<void> {
    await Promise.all(
      ROW_COLLECTIONS.map(async (name) => {
        const free = this.#free[name];
        const wanted = counts[name] ?? 0;
        while (free.length < wanted) free.push(...(await this.#take(name, wanted - free.length)));
      }),
    );
  }

  /** New ids, without those that rows have that did not take theirs from the counter. */
  async #take(name: RowCollection, count: number): Promise<number[]> {
    const ids = await this.#store.nextIds(name, count);
    const used = await this.#collections[name]
      .find({ _id: { $gte: ids[0] ?? 0, $lte: ids.at(-1) ?? 0 } }, { projection: { _id: 1 } })
      .toArray();
    return used.length === 0 ? ids : ids.filter((id) => !used.some((row) => row._id === id));
  }
}

/**
 * Lends pools of ids, and keeps what comes back unused for the next one: a batch asks for as many as its commands will probably
 * take, before it is known which of them are repeats or refused.
 */
export class IdStock {
  readonly #store: Store;
  readonly #collections: Collections;
  #left = noIds();

  constructor(store: Store, collections: Collections) {
    this.#store = store;
    this.#collections = collections;
  }

  async lend(counts: IdCounts): Promise<IdPool> {
    const pool = new IdPool(this.#store, this.#collections, this.#left);
    this.#left = noIds();
    await pool.fill(counts);
    return pool;
  }

  takeBack(pool: IdPool): void {
    for (const name of ROW_COLLECTIONS) this.#left[name].push(...pool.unused(name));
  }
}

function noIds(): Record<RowCollection, number[]> {
  return { pays: [], withdraws: [], bonuses: [] };
}

/** For dry runs: ids that no row has. */
export function dryIds(): IdSource {
  let last = 0;
  return {
    next: () => {
      last -= 1;
      return last;
    },
  };
}
