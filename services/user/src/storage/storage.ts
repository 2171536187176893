import { Fault, type JsonObject, objectNotFound, type StorageRow, storageRecord } from '@countinghouse/contracts';
import {
  dateTextOf,
  type IndexesOfCollection,
  isDuplicateKey,
  type RowCodec,
  rowCodec,
  type Store,
} from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

const STORAGE = 'storage';

export const STORAGE_INDEXES: IndexesOfCollection = {
  collection: STORAGE,
  indexes: [
    { key: { user_id: 1, name: 1 }, name: 'user_name', unique: true },
    { key: { user_service_id: 1 }, name: 'user_service', sparse: true },
    { key: { created: 1 }, name: 'created' },
  ],
};

export interface StorageDocument extends Document {
  readonly _id: number;
  readonly user_id: number;
  readonly name: string;
  readonly data: string;
  readonly settings_text: string;
  /** The key of the request that added it. */
  readonly created_key: string;
}

export const storageCodec = rowCodec(storageRecord) as unknown as RowCodec<StorageRow>;

/** A record, with its data where they fitted into the answer. */
interface RecordOfUser {
  readonly document: Omit<StorageDocument, 'data'>;
  readonly data: string | undefined;
}

interface RecordSize {
  readonly _id: number;
  readonly bytes: number;
}

const DATA_BYTES = { $strLenBytes: { $ifNull: ['$data', ''] } };

/** Whose record, under which name. */
export interface RecordName {
  readonly userId: number;
  readonly name: string;
}

export interface RecordContent {
  readonly data?: string;
  /** Marks data that are JSON. */
  readonly json?: boolean;
  readonly settings?: JsonObject | undefined;
  readonly userServiceId?: number | null | undefined;
}

/** The text of the peer where a name is taken. */
const TAKEN = "Can't save the data. Perhaps the record already exists?";

/** Named texts of users, up to 15 MB each (domain.md 1.18). */
export class Storage {
  readonly collection: Collection<StorageDocument>;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    this.collection = store.collection<StorageDocument>(STORAGE);
  }

  async find({ userId, name }: RecordName): Promise<StorageDocument | undefined> {
    return (await this.collection.findOne({ user_id: userId, name })) ?? undefined;
  }

  /**
   * The records of one name; those of the smallest user ids with their data, at most so many bytes of UTF-8 together, so that
   * memory stays bounded whatever is stored.
   */
  async findOfUsers(userIds: readonly number[], name: string, bytesMax: number): Promise<RecordOfUser[]> {
    const filter = { user_id: { $in: [...userIds] }, name };
    const [records, sizes] = await Promise.all([
      this.collection.find(filter, { projection: { data: 0 } }).toArray(),
      this.collection
        .aggregate<RecordSize>([{ $match: filter }, { $sort: { user_id: 1 } }, { $project: { bytes: DATA_BYTES } }])
        .toArray(),
    ]);
    const fitting = { _id: { $in: idsWithin(sizes, bytesMax) } };
    const found = await this.collection.find(fitting, { projection: { data: 1 } }).toArray();
    const data = new Map(found.map((document) => [document._id, document.data]));
    return records.map((document) => ({ document, data: data.get(document._id) }));
  }

  /** The record, or a Fault 404. */
  async require(record: RecordName): Promise<StorageDocument> {
    const document = await this.find(record);
    if (!document) throw objectNotFound();
    return document;
  }

  /** Fault 409 where the name is taken, unless the same request took it. */
  async add(record: RecordName, content: RecordContent, key: string, at: Date): Promise<StorageDocument> {
    const { userId: user_id, name } = record;
    const fields = storageCodec.encodeNew({
      user_id,
      name,
      created: dateTextOf(at),
      user_service_id: content.userServiceId ?? null,
      settings: settingsOf(content),
    });
    const service = typeof fields.user_service_id === 'number' ? {} : { user_service_id: undefined };
    try {
      return await this.#store.insertWithId<StorageDocument>(
        STORAGE,
        (id) => ({ ...fields, ...service, _id: id, data: content.data ?? '', created_key: key }) as never,
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const mine = await this.find(record);
      if (mine?.created_key === key) return mine;
      throw new Fault(409, TAKEN, { cause: error });
    }
  }

  /** Only what is given changes; Fault 404 for an unknown record. */
  async replace(record: RecordName, content: RecordContent): Promise<StorageDocument> {
    const { userServiceId, data } = content;
    const hasSettings = content.settings !== undefined || content.json !== undefined;
    const set: Document = {
      ...(data === undefined ? {} : { data }),
      ...(hasSettings ? storageCodec.encode({ settings: settingsOf(content) }) : {}),
      ...(typeof userServiceId === 'number' ? { user_service_id: userServiceId } : {}),
    };
    const change = {
      ...(Object.keys(set).length > 0 ? { $set: set } : {}),
      ...(userServiceId === null ? { $unset: { user_service_id: '' } } : {}),
    };
    if (Object.keys(change).length === 0) return this.require(record);
    const filter = { user_id: record.userId, name: record.name };
    const changed = await this.collection.findOneAndUpdate(filter, change, { returnDocument: 'after' });
    if (!changed) throw objectNotFound();
    return changed;
  }

  /** Adds the record or replaces it. */
  async put(record: RecordName, content: RecordContent, key: string, at: Date): Promise<StorageDocument> {
    if (await this.find(record)) return this.replace(record, content);
    try {
      return await this.add(record, content, key, at);
    } catch (error) {
      if (!(error instanceof Fault && error.status === 409)) throw error;
      return this.replace(record, content);
    }
  }

  /** Answers how many there were: 0 or 1. */
  async delete({ userId, name }: RecordName): Promise<number> {
    return (await this.collection.deleteOne({ user_id: userId, name })).deletedCount;
  }

  async deleteAll(userId: number): Promise<void> {
    await this.collection.deleteMany({ user_id: userId });
  }

  /** Erases what belongs to a removed service (domain.md 1.18). */
  async deleteOfService(userServiceId: number): Promise<void> {
    await this.collection.deleteMany({ user_service_id: userServiceId });
  }
}

function settingsOf({ settings, json }: RecordContent): JsonObject {
  return { ...settings, ...(json === true ? { json: 1 } : {}) };
}

/** The first ones that together have at most so many bytes. */
function idsWithin(sizes: readonly RecordSize[], bytesMax: number): number[] {
  let bytes = 0;
  return sizes.flatMap((size) => {
    bytes += size.bytes;
    return bytes <= bytesMax ? [size._id] : [];
  });
}
