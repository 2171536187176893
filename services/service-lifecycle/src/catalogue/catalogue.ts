import { type ServiceRow, service } from '@countinghouse/contracts';
import { type Condition, CREATED_KEY_INDEX, compileFilter, rowCodec, type Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

export const SERVICES = 'services';
export const serviceCodec = rowCodec(service);

export interface ServiceDocument extends Document {
  readonly _id: number;
}

export const SERVICE_INDEXES = {
  collection: SERVICES,
  indexes: [{ key: { category: 1, _id: 1 } }, { key: { deleted: 1, _id: 1 } }, CREATED_KEY_INDEX],
} as const;

/** Catalogue rows by id. */
export type Services = ReadonlyMap<number, ServiceRow>;

/** The catalogue of services. Rows hold every field; what a caller may see is decided where it is answered. */
export class Catalogue {
  readonly collection: Collection<ServiceDocument>;
  /** The same, as lists take it. */
  readonly documents: Collection<Document>;

  constructor(store: Store) {
    this.collection = store.collection<ServiceDocument>(SERVICES);
    this.documents = store.collection(SERVICES);
  }

  /** Deleted ones included; unknown ids are left out. */
  async read(ids: Iterable<number>): Promise<Services> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const documents = await this.collection
      .find({ _id: wanted.length === 1 ? (wanted[0] as number) : { $in: wanted } })
      .toArray();
    return new Map(documents.map((document) => [document._id, decodeService(document)]));
  }

  async find(id: number): Promise<ServiceRow | undefined> {
    const document = await this.collection.findOne({ _id: id });
    return document ? decodeService(document) : undefined;
  }

  /** The ids of the services whose category is like the pattern (`%` any text, `_` any character). */
  idsOfCategory(pattern: string): Promise<number[]> {
    return this.ids(compileFilter(service, { category: pattern }, { isAdmin: true }));
  }

  async ids(filter: Condition): Promise<number[]> {
    const documents = await this.documents.find(filter, { projection: { _id: 1 } }).toArray();
    return documents.map((document) => document._id as unknown as number);
  }
}

export function decodeService(document: Document): ServiceRow {
  return serviceCodec.decode(document, { hidden: true });
}
