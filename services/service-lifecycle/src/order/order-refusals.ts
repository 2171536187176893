import { Fault, refuseOrders } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

interface RefusalDocument extends Document {
  /** The user. */
  readonly _id: number;
}

/** Users who are being deleted: they get no new services. */
export class OrderRefusals {
  readonly #refusals: Collection<RefusalDocument>;

  constructor(store: Store) {
    this.#refusals = store.collection<RefusalDocument>('order_refusals');
  }

  async set(userId: number, refuse: boolean): Promise<void> {
    if (refuse) await this.#refusals.updateOne({ _id: userId }, { $set: { refused: true } }, { upsert: true });
    else await this.#refusals.deleteOne({ _id: userId });
  }

  async requireAllowed(userId: number): Promise<void> {
    if (await this.#refusals.findOne({ _id: userId })) throw new Fault(404, 'User not found');
  }
}

export function implementRefuseOrders(refusals: OrderRefusals) {
  return implement(refuseOrders, async ({ user_id, refuse }) => {
    await refusals.set(user_id, refuse === 1);
    return { rows: [{ user_id }] };
  });
}
