import { Fault, type JsonObject, objectNotFound } from '@countinghouse/contracts';
import { isDuplicateKey, type Store } from '@countinghouse/store';
import type { Collection, UpdateFilter } from 'mongodb';
import { PROMOS } from '../collections.ts';
import { type CodeDocument, type PromoDocument, promoCodec, refOfCode } from './promo-document.ts';
import type { PromoMaking } from './promo-settings.ts';
import { randomCode } from './random-code.ts';

export interface NewPromo {
  readonly template_id: string;
  readonly user_id: number;
  readonly created: Date;
  readonly expire: string | null;
  readonly settings: JsonObject;
}

/** Random codes that are taken are drawn again this often. */
const DRAWS_MAX = 20;
const CHANGES_MAX = 100;

/** The documents of promo codes. */
export class Promos {
  readonly collection: Collection<PromoDocument>;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    this.collection = store.collection(PROMOS);
  }

  /** The code's own document. */
  async find(code: string): Promise<CodeDocument | undefined> {
    return ((await this.collection.findOne({ ref: refOfCode(code) })) as CodeDocument | null) ?? undefined;
  }

  /** A random code that nobody has; the same cause answers the code that it made before. */
  async addRandom(promo: NewPromo, { prefix, length }: PromoMaking, cause: string): Promise<string> {
    for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
      const made = await this.#insertCode(promo, randomCode(prefix, length), cause);
      if (made !== undefined) return made;
    }
    throw new Fault(409, 'Nearly all codes of this prefix and length are taken');
  }

  /** 409 where the code is taken. */
  async addChosen(promo: NewPromo, code: string, cause: string): Promise<string> {
    const made = await this.#insertCode(promo, code, cause);
    if (made === undefined) throw new Fault(409, `promo code \`${code}\` exists already`);
    return made;
  }

  async #insertCode(promo: NewPromo, code: string, cause: string): Promise<string | undefined> {
    try {
      const fields = { id: code, ref: refOfCode(code), cause, version: 1, underway: [] };
      return (await this.insert({ ...promo, ...fields, used: null, used_by: null })).id;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.collection.findOne({ cause }))?.id;
    }
  }

  /** Throws on a duplicate `ref` or `cause`. */
  async insert({ settings, expire, ...fields }: NewPromo & Omit<PromoDocument, '_id' | 'settings_text' | 'expire'>) {
    const stored = { ...fields, ...promoCodec.encode({ settings, expire }) } as Omit<PromoDocument, '_id'>;
    return this.#store.insertWithId<PromoDocument>(PROMOS, (id) => ({ ...stored, _id: id }) as PromoDocument);
  }

  /** Writes a code's document as it was read; false where it has changed since. */
  async replaceFields(before: CodeDocument, update: UpdateFilter<PromoDocument>): Promise<boolean> {
    const filter = { _id: before._id, version: before.version };
    const counted = { ...update, $inc: { version: 1 } } as UpdateFilter<PromoDocument>;
    return (await this.collection.updateOne(filter, counted)).matchedCount === 1;
  }

  /** Tries until nobody else was faster; 404 where the code is gone. */
  async change(code: string, fieldsOf: (before: CodeDocument) => object): Promise<CodeDocument> {
    for (let attempt = 0; attempt < CHANGES_MAX; attempt += 1) {
      const before = await this.find(code);
      if (!before) throw objectNotFound();
      const fields = fieldsOf(before);
      if (await this.replaceFields(before, { $set: fields })) return { ...before, ...fields };
    }
    throw new Fault(503, 'The promo code is busy', { retryAfterSeconds: 1 });
  }

  /** Its uses first: a code that is left can be deleted again. False where there is none. */
  async delete(code: string): Promise<boolean> {
    if (!(await this.find(code))) return false;
    await this.collection.deleteMany({ id: code, ref: { $ne: refOfCode(code) } });
    return (await this.collection.deleteOne({ ref: refOfCode(code) })).deletedCount === 1;
  }
}
