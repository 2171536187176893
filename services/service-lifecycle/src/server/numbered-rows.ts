import { Fault, type Fields, objectNotFound, type Resource, type RowOf } from '@countinghouse/contracts';
import { insertDocument, insertOnce, isDuplicateKey, type RowCodec, rowCodec, type Store } from '@countinghouse/store';
import type { Collection, Document, Filter } from 'mongodb';
import { given } from '../given.ts';

export interface NumberedRow extends Document {
  readonly _id: number;
}

type Values<F extends Fields> = { readonly [K in keyof F]?: RowOf<F>[K] | undefined };

/** Rows with integer keys that administrators add, change and delete. */
export class NumberedRows<F extends Fields = Fields, D extends NumberedRow = NumberedRow> {
  readonly collection: Collection<D>;
  /** The same, as lists take it. */
  readonly documents: Collection<Document>;
  readonly codec: RowCodec<RowOf<F>>;
  readonly #store: Store;
  readonly #title: string;

  /** `title` is what messages call a row. */
  constructor(store: Store, collection: string, resource: Resource<F>, title: string) {
    this.collection = store.collection<D>(collection);
    this.documents = store.collection(collection);
    this.codec = rowCodec(resource);
    this.#store = store;
    this.#title = title;
  }

  /**
   * Under the id that is given, else under the next free one; `more` is stored beside the row. Once for a `key`, which names the
   * request. Fault 409 where the id is taken.
   */
  async add(key: string, id: number | undefined, values: Values<F>, more: Document = {}): Promise<D> {
    const fields = { ...this.codec.encodeNew(given(values) as Partial<RowOf<F>>), ...more };
    return insertOnce<D>(this.collection, key, async (created) => {
      const build = (free: number) => ({ ...fields, ...created, _id: free }) as unknown as D;
      if (id === undefined) return this.#store.insertWithId<D>(this.collection.collectionName, build);
      return this.#insertChosen(build(id));
    });
  }

  async #insertChosen(document: D): Promise<D> {
    try {
      await insertDocument(this.collection, document);
      return document;
    } catch (error) {
      if (isDuplicateKey(error, '_id')) throw new Fault(409, `The ${this.#title} ${document._id} exists already`);
      throw error;
    }
  }

  /** Writes what is given; nothing given changes nothing. Fault 404. */
  async change(id: number, values: Values<F>, more: Document = {}): Promise<D> {
    const fields = { ...this.codec.encode(given(values) as Partial<RowOf<F>>), ...more };
    const filter = { _id: id } as Filter<D>;
    const changed =
      Object.keys(fields).length === 0
        ? await this.collection.findOne(filter)
        : await this.collection.findOneAndUpdate(filter, { $set: fields as never }, { returnDocument: 'after' });
    if (!changed) throw objectNotFound();
    return changed as unknown as D;
  }

  /** Fault 404. */
  async delete(id: number): Promise<void> {
    const { deletedCount } = await this.collection.deleteOne({ _id: id } as Filter<D>);
    if (deletedCount === 0) throw objectNotFound();
  }

  async find(id: number): Promise<D | undefined> {
    return ((await this.collection.findOne({ _id: id } as Filter<D>)) as unknown as D | null) ?? undefined;
  }

  decode(document: Document): RowOf<F> {
    return this.codec.decode(document, { hidden: true });
  }
}
