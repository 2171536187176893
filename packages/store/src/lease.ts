import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import type { Store } from './store.ts';
import { updateOrCreate } from './update-or-create.ts';

interface LeaseDocument extends Document {
  readonly _id: string;
  readonly holder: string;
  /** Which acquisition this is; a holder may have two at once in different parts of itself. */
  readonly grant: string;
  readonly token: number;
  readonly until: Date;
}

/**
 * At most one holder at a time, by the server's clock. A lease only saves work: a paused holder may still act after its end,
 * so effects carry keys or the token (architecture.md, rule 8).
 */
export class Leases {
  readonly #leases: Collection<LeaseDocument>;

  constructor(store: Store) {
    this.#leases = store.collection<LeaseDocument>('leases');
  }

  /** The lease, or undefined while somebody else holds it. Its token is larger than that of every earlier holder. */
  async acquire(name: string, holder: string, ttlMs: number): Promise<Lease | undefined> {
    const grant = randomUUID();
    const free = { $lte: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
    const ifFree = (then: unknown, otherwise: string) => ({ $cond: [free, then, otherwise] });
    const document = await updateOrCreate(this.#leases, name, [
      {
        $set: {
          holder: ifFree({ $literal: holder }, '$holder'),
          grant: ifFree(grant, '$grant'),
          token: ifFree({ $add: [{ $ifNull: ['$token', 0] }, 1] }, '$token'),
          until: ifFree(afterMs(ttlMs), '$until'),
        },
      },
    ]);
    return document.grant === grant ? new Lease(this.#leases, document, ttlMs) : undefined;
  }
}

export class Lease {
  readonly name: string;
  readonly holder: string;
  /** Grows with every acquisition: a write that carries a smaller one than the last is refused. */
  readonly token: number;
  readonly #leases: Collection<LeaseDocument>;
  readonly #grant: string;
  readonly #ttlMs: number;

  constructor(leases: Collection<LeaseDocument>, document: LeaseDocument, ttlMs: number) {
    this.#leases = leases;
    this.name = document._id;
    this.holder = document.holder;
    this.token = document.token;
    this.#grant = document.grant;
    this.#ttlMs = ttlMs;
  }

  /** Begins its time anew; false when it ended before and is lost. */
  async renew(): Promise<boolean> {
    const mine = { $and: [{ $eq: ['$grant', this.#grant] }, { $gt: ['$until', '$$NOW'] }] };
    const document = await this.#leases.findOneAndUpdate(
      { _id: this.name },
      [{ $set: { until: { $cond: [mine, afterMs(this.#ttlMs), '$until'] }, held: mine } }],
      { returnDocument: 'after' },
    );
    return document?.held === true && document.grant === this.#grant;
  }

  /** Lets the next one in at once. Harmless when it is lost already. */
  async release(): Promise<void> {
    const mine = { $eq: ['$grant', this.#grant] };
    await this.#leases.updateOne({ _id: this.name }, [{ $set: { until: { $cond: [mine, new Date(0), '$until'] } } }]);
  }
}

function afterMs(amount: number): Document {
  return { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount } };
}
