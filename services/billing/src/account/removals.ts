import type { Collections } from '../collections.ts';
import type { AccountDocument } from './account-document.ts';
import { pullSettled } from './pull-settled.ts';

/** How long what is settled may stand in an account that is not written again; less than sweepers wait. */
const AGE_MS = 3_000;
const INTERVAL_MS = 1_000;
const ACCOUNTS_PER_WRITE_MAX = 200;

export interface RemovalLog {
  warn(details: object, message: string): void;
}

type Held = Pick<AccountDocument, 'pending' | 'outbox'>;

/** When what was settled, by seq of entries and by id of events; real time. */
interface Standing {
  readonly entries: Map<number, number>;
  readonly events: Map<string, number>;
}

/**
 * What is settled but still stands in account documents. The next write of an account leaves it out, which costs nothing; what
 * is not written again within seconds is pulled. A crash forgets all this: settling is repeated then, to no effect.
 */
export class Removals {
  readonly #accounts: Collections['accounts'];
  readonly #log: RemovalLog;
  readonly #settled = new Map<number, Standing>();
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;
  #pulling: Promise<void> = Promise.resolve();

  constructor(accounts: Collections['accounts'], log: RemovalLog) {
    this.#accounts = accounts;
    this.#log = log;
  }

  addEntries(userId: number, seqs: readonly number[]): void {
    if (seqs.length === 0) return;
    const { entries } = this.#partsOf(userId);
    for (const seq of seqs) entries.set(seq, Date.now());
  }

  addEvents(userId: number, ids: readonly string[]): void {
    if (ids.length === 0) return;
    const { events } = this.#partsOf(userId);
    for (const id of ids) events.set(id, Date.now());
  }

  /** What an account holds that is not known to be settled. */
  restOf(account: Held & { readonly _id: number }): Held {
    const settled = this.#settled.get(account._id);
    const { pending, outbox = [] } = account;
    if (!settled) return { pending, outbox };
    return {
      pending: pending.filter(({ seq }) => !settled.entries.has(seq)),
      outbox: outbox.filter(({ id }) => !settled.events.has(id)),
    };
  }

  /** An account was written with the rest of what it held before. */
  wereLeftOut(before: Held & { readonly _id: number }, rest: Held): void {
    const settled = this.#settled.get(before._id);
    if (!settled) return;
    const kept = {
      entries: new Set(rest.pending.map(({ seq }) => seq)),
      events: new Set(rest.outbox?.map(({ id }) => id)),
    };
    for (const { seq } of before.pending) if (!kept.entries.has(seq)) settled.entries.delete(seq);
    for (const { id } of before.outbox ?? []) if (!kept.events.has(id)) settled.events.delete(id);
    if (settled.entries.size + settled.events.size === 0) this.#settled.delete(before._id);
  }

  /** Pulls everything now. */
  async drain(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pulling = this.#pulling.then(() => this.#pull(0));
    await this.#pulling;
  }

  /** Pulls everything now, and nothing by itself any more. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.drain();
  }

  #schedule(): void {
    if (this.#hasEnded) return;
    this.#timer ??= setTimeout(() => this.#tick(), INTERVAL_MS).unref();
  }

  #partsOf(userId: number): Standing {
    const parts = this.#settled.get(userId) ?? { entries: new Map(), events: new Map() };
    this.#settled.set(userId, parts);
    this.#schedule();
    return parts;
  }

  #tick(): void {
    this.#timer = undefined;
    this.#pulling = this.#pulling
      .then(() => this.#pull(AGE_MS))
      .catch((error) => this.#log.warn({ err: error }, 'settled entries stay in their accounts for now'))
      .finally(() => {
        if (this.#settled.size > 0) this.#schedule();
      });
  }

  /** Younger ones may be on their way into a write that would bring them back. */
  async #pull(ageMs: number): Promise<void> {
    const before = Date.now() - ageMs;
    const pulls = [...this.#settled].flatMap(([userId, parts]) => {
      const seqs = [...parts.entries].filter(([, at]) => at <= before).map(([seq]) => seq);
      const eventIds = [...parts.events].filter(([, at]) => at <= before).map(([id]) => id);
      return seqs.length + eventIds.length === 0 ? [] : [{ userId, parts, seqs, eventIds }];
    });
    for (let at = 0; at < pulls.length; at += ACCOUNTS_PER_WRITE_MAX) {
      const batch = pulls.slice(at, at + ACCOUNTS_PER_WRITE_MAX);
      await pullSettled(this.#accounts, batch);
      for (const { userId, parts, seqs, eventIds } of batch) {
        for (const seq of seqs) parts.entries.delete(seq);
        for (const id of eventIds) parts.events.delete(id);
        if (parts.entries.size + parts.events.size === 0) this.#settled.delete(userId);
      }
    }
  }
}
