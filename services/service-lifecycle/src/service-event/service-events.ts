import { type ServiceEventRow, serviceEvent } from '@countinghouse/contracts';
import { CREATED_KEY_INDEX, rowCodec, type Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

export const SERVICE_EVENTS = 'service_events';
export const eventCodec = rowCodec(serviceEvent);

export interface ServiceEventDocument extends Document {
  readonly _id: number;
  /** The name in upper case: names are compared without regard to case. */
  readonly name_key: string;
}

export const SERVICE_EVENT_INDEXES = {
  collection: SERVICE_EVENTS,
  indexes: [{ key: { name_key: 1, _id: 1 } }, CREATED_KEY_INDEX],
} as const;

/** The name as tasks carry it and as it is looked up (domain.md 1.8). */
export function nameKey(name: string): string {
  return name.toUpperCase();
}

/** What is done when something happens. */
export class ServiceEvents {
  readonly collection: Collection<ServiceEventDocument>;
  /** The same, as lists take it. */
  readonly documents: Collection<Document>;

  constructor(store: Store) {
    this.collection = store.collection<ServiceEventDocument>(SERVICE_EVENTS);
    this.documents = store.collection(SERVICE_EVENTS);
  }

  /** The rows with one of these names, in the order of their ids. */
  async named(names: readonly string[]): Promise<ServiceEventRow[]> {
    if (names.length === 0) return [];
    const keys = names.map(nameKey);
    const documents = await this.collection.find({ name_key: { $in: keys } }).toArray();
    return documents.map(decodeEvent).sort((a, b) => a.id - b.id);
  }
}

export function decodeEvent(document: Document): ServiceEventRow {
  return eventCodec.decode(document, { hidden: true });
}
