import { type JsonValue, objectNotFound, type ProfileRow, profile } from '@countinghouse/contracts';
import {
  CREATED_KEY_INDEX,
  dateTextOf,
  type IndexesOfCollection,
  insertOnce,
  type RowCodec,
  rowCodec,
  type Store,
} from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

const PROFILES = 'profiles';

export const PROFILE_INDEXES: IndexesOfCollection = {
  collection: PROFILES,
  indexes: [
    { key: { user_id: 1, _id: 1 }, name: 'user' },
    { key: { created: 1 }, name: 'created' },
    { key: { 'data.email': 1 }, name: 'email', sparse: true },
    // A repeated request finds what it added.
    CREATED_KEY_INDEX,
  ],
};

export interface ProfileDocument extends Document {
  readonly _id: number;
  readonly user_id: number;
  readonly data_text: string | null;
}

export const profileCodec = rowCodec(profile) as unknown as RowCodec<ProfileRow>;

/** Free data about users; a user may have several. */
export class Profiles {
  readonly collection: Collection<ProfileDocument>;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    this.collection = store.collection<ProfileDocument>(PROFILES);
  }

  /** Profiles of these users in the order of their ids. */
  async ofUsers(userIds: readonly number[]): Promise<ProfileRow[]> {
    const documents = await this.collection.find({ user_id: { $in: [...userIds] } }, { sort: { _id: 1 } }).toArray();
    return documents.map((document) => profileCodec.decode(document));
  }

  async add(userId: number, data: JsonValue | undefined, key: string, at: Date): Promise<ProfileRow> {
    const fields = profileCodec.encodeNew({ user_id: userId, data: data ?? null, created: dateTextOf(at) });
    const document = await insertOnce<ProfileDocument>(this.collection, key, (created) =>
      this.#store.insertWithId<ProfileDocument>(
        PROFILES,
        (id) => ({ ...fields, ...created, _id: id }) as unknown as ProfileDocument,
      ),
    );
    return profileCodec.decode(document);
  }

  /** Only what is given changes; Fault 404 for an unknown profile. */
  async change(id: number, values: Partial<ProfileRow>): Promise<ProfileRow> {
    const set = profileCodec.encode(values);
    const changed =
      Object.keys(set).length === 0
        ? await this.collection.findOne({ _id: id })
        : await this.collection.findOneAndUpdate({ _id: id }, { $set: set }, { returnDocument: 'after' });
    if (!changed) throw objectNotFound();
    return profileCodec.decode(changed);
  }

  /** Fault 404 for an unknown profile. */
  async delete(id: number): Promise<void> {
    const { deletedCount } = await this.collection.deleteOne({ _id: id });
    if (deletedCount === 0) throw objectNotFound();
  }

  async deleteAll(userId: number): Promise<void> {
    await this.collection.deleteMany({ user_id: userId });
  }
}
