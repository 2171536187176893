import type { Store } from '@countinghouse/store';
import type { Collection } from 'mongodb';
import { USER_SERVICES } from '../user-service/user-service-document.ts';

/** How many user services are on servers: those whose settings name one. A removed service leaves its server. */
export class Places {
  readonly #userServices: Collection;

  constructor(store: Store) {
    this.#userServices = store.collection(USER_SERVICES);
  }

  /** By server; those without services are left out. */
  async countsOf(serverIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (serverIds.length === 0) return new Map();
    const groups = await this.#userServices
      .aggregate<{ _id: number; count: number }>([
        { $match: { 'settings.server_id': { $in: [...serverIds] } } },
        { $group: { _id: '$settings.server_id', count: { $sum: 1 } } },
      ])
      .toArray();
    return new Map(groups.map(({ _id, count }) => [_id, count]));
  }
}
