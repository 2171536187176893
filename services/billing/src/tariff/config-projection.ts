import { CONFIG_CHANGED_EVENT, type JsonObject } from '@countinghouse/contracts';
import type { EventConsumer } from '@countinghouse/service';
import { isDuplicateKey } from '@countinghouse/store';
import type { Collections } from '../collections.ts';

/** What billing keeps of the configuration's `billing`; other keys are not its business. */
export function billingConfig(value: JsonObject | null): { readonly type: string; readonly income_percent: number } {
  const type = String(value?.type ?? '').toLowerCase() === 'honest' ? 'Honest' : 'Simpler';
  const partner = value?.partner as JsonObject | undefined;
  const percent = Number(partner?.income_percent ?? 0);
  return { type, income_percent: percent >= 0 && percent <= 100 ? percent : 0 };
}

/** Follows `config.changed`; an event that comes late does not undo a later one (architecture.md, rule 4). */
export function configConsumer({ config }: Pick<Collections, 'config'>): EventConsumer {
  const handle: EventConsumer['handle'] = async (event) => {
    if (event.data.key !== 'billing') return;
    const fields = { ...billingConfig(event.data.value as JsonObject | null), sequence: event.sequence };
    try {
      await config.updateOne({ _id: 'billing', sequence: { $lt: event.sequence } }, { $set: fields }, { upsert: true });
    } catch (error) {
      // A later event has written the document already.
      if (!isDuplicateKey(error)) throw error;
    }
  };
  return { types: [CONFIG_CHANGED_EVENT], handle };
}
