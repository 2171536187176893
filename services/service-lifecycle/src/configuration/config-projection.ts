import type { BusEvent } from '@countinghouse/bus';
import type { JsonValue } from '@countinghouse/contracts';
import type { Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';

interface ConfigDocument extends Document {
  readonly _id: string;
  /** JSON; null where the key is gone. */
  readonly value: string | null;
  readonly sequence: number;
}

/** What this service knows of the configuration, fed by the user service's events; older events change nothing. */
export class ConfigProjection {
  readonly #config: Collection<ConfigDocument>;

  constructor(store: Store) {
    this.#config = store.collection<ConfigDocument>('config');
  }

  /** The value of a key, or undefined where there is none. */
  async read(key: string): Promise<JsonValue | undefined> {
    const document = await this.#config.findOne({ _id: key });
    return document?.value ? (JSON.parse(document.value) as JsonValue) : undefined;
  }

  async consume(event: BusEvent): Promise<void> {
    if (typeof event.data.key !== 'string') return;
    const { key, value } = event.data as { key: string; value: JsonValue };
    const text = value === null || value === undefined ? null : JSON.stringify(value);
    const { sequence } = event;
    const created = { $setOnInsert: { value: text, sequence } };
    const { upsertedCount } = await this.#config.updateOne({ _id: key }, created, { upsert: true });
    if (upsertedCount === 0) {
      await this.#config.updateOne({ _id: key, sequence: { $lt: sequence } }, { $set: { value: text, sequence } });
    }
  }
}
