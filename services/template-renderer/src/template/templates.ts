import { randomUUID } from 'node:crypto';
import { Fault, type JsonValue, objectNotFound } from '@countinghouse/contracts';
import { batchedFindByIds, isDuplicateKey, type PointReads, type Store } from '@countinghouse/store';
import type { Collection } from 'mongodb';
import { encodeTemplate, keyOf, TEMPLATES, type TemplateDocument } from './template-document.ts';

export interface TemplateChange {
  readonly data?: string | null | undefined;
  readonly settings?: JsonValue | undefined;
}

/** MongoDB's documents end at 16 MB; the settings are kept as value and as text. */
const DOCUMENT_BYTES_MAX = 16_000_000;

/** Told after every change, before the caller gets his answer. */
export type ChangeListener = (key: string) => Promise<void>;

/** The stored templates. */
export class Templates {
  readonly collection: Collection<TemplateDocument>;
  /** Those asked for in one tick are one query. */
  readonly #find: PointReads<string, TemplateDocument>;
  readonly #findVersion: PointReads<string, TemplateDocument>;
  readonly #onChange: ChangeListener;

  constructor(store: Store, onChange: ChangeListener) {
    this.collection = store.collection<TemplateDocument>(TEMPLATES);
    this.#find = batchedFindByIds(this.collection);
    this.#findVersion = batchedFindByIds(this.collection, { version: 1 });
    this.#onChange = onChange;
  }

  find(name: string): Promise<TemplateDocument | undefined> {
    return this.#find(keyOf(name));
  }

  async version(name: string): Promise<string | undefined> {
    return (await this.#findVersion(keyOf(name)))?.version;
  }

  /** Fault 409 where the name is taken, unless by the same request. */
  async add(name: string, values: TemplateChange, requestKey: string): Promise<TemplateDocument> {
    const document = {
      _id: keyOf(name),
      name,
      ...encodeTemplate({ data: values.data ?? null, settings: values.settings ?? {} }),
      version: randomUUID(),
      added_by: requestKey,
    } as TemplateDocument;
    requireRoom(document);
    try {
      await this.collection.insertOne(document);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const existing = await this.find(name);
      if (existing?.added_by !== requestKey)
        throw new Fault(409, `The template ${name} exists already`, { cause: error });
      return existing;
    }
    await this.#onChange(document._id);
    return document;
  }

  /** What is undefined stays. Fault 404 for an unknown name. */
  async change(name: string, values: TemplateChange): Promise<TemplateDocument> {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const set = encodeTemplate(given);
    requireRoom(set);
    const after = await this.collection.findOneAndUpdate(
      { _id: keyOf(name) },
      { $set: { ...set, version: randomUUID() } },
      { returnDocument: 'after' },
    );
    if (!after) throw objectNotFound();
    await this.#onChange(after._id);
    return after;
  }

  /** Fault 404 for an unknown name. */
  async delete(name: string): Promise<void> {
    const { deletedCount } = await this.collection.deleteOne({ _id: keyOf(name) });
    if (deletedCount === 0) throw objectNotFound();
    await this.#onChange(keyOf(name));
  }
}

function requireRoom(values: { data?: string | null; settings_text?: string }): void {
  const bytes = Buffer.byteLength(values.data ?? '') + 2 * Buffer.byteLength(values.settings_text ?? '');
  if (bytes > DOCUMENT_BYTES_MAX)
    throw new Fault(400, 'Invalid value of settings: expected less beside a source this long');
}
