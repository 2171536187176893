import { type AccountFigures, readFigures } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';

interface Waiting {
  readonly resolve: (figures: AccountFigures | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls under way at once; whoever comes meanwhile shares the next one. */
const CALLS_MAX = 2;
/** Users of one call; billing takes 1000. */
const USERS_MAX = 500;

/** Billing’s figures of users. Requests that meet share one call; nothing is kept, so that every answer is as new as its request. */
export class Figures {
  readonly #context: () => Context;
  #waiting = new Map<number, Waiting[]>();
  #calls = 0;

  constructor(context: () => Context) {
    this.#context = context;
  }

  /** The figures of these users; one without an account has none. */
  async ofAll(userIds: readonly number[]): Promise<Map<number, AccountFigures>> {
    const found = await Promise.all(userIds.map((userId) => this.of(userId)));
    return new Map(found.filter((figures) => figures !== undefined).map((figures) => [figures.user_id, figures]));
  }

  of(userId: number): Promise<AccountFigures | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) setImmediate(() => this.#send());
      const waiting = this.#waiting.get(userId);
      if (waiting) waiting.push({ resolve, reject });
      else this.#waiting.set(userId, [{ resolve, reject }]);
    });
  }

  #send(): void {
    while (this.#waiting.size > 0 && this.#calls < CALLS_MAX) {
      this.#calls += 1;
      void this.#call(this.#nextBatch()).finally(() => {
        this.#calls -= 1;
        this.#send();
      });
    }
  }

  #nextBatch(): Map<number, Waiting[]> {
    if (this.#waiting.size <= USERS_MAX) {
      const all = this.#waiting;
      this.#waiting = new Map();
      return all;
    }
    const batch = new Map([...this.#waiting].slice(0, USERS_MAX));
    for (const userId of batch.keys()) this.#waiting.delete(userId);
    return batch;
  }

  async #call(batch: ReadonlyMap<number, readonly Waiting[]>): Promise<void> {
    try {
      const { rows } = await this.#context().call(readFigures, { user_ids: [...batch.keys()] });
      const byId = new Map(rows.map((figures) => [figures.user_id, figures]));
      for (const [userId, callers] of batch) for (const { resolve } of callers) resolve(byId.get(userId));
    } catch (error) {
      for (const callers of batch.values()) for (const { reject } of callers) reject(error);
    }
  }
}
