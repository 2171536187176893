import type { Store } from '@countinghouse/store';
import type { Collections } from '../collections.ts';

/** Months and percent of the demonstration data (domain.md 1.7). */
const DEMO_DISCOUNTS = [
  [1, 0],
  [3, 10],
  [6, 15],
  [12, 20],
  [24, 30],
  [36, 40],
] as const;
const UNITS_PER_MONTH = 10_000;

/** Gives a system that never had discounts those of the demonstration data; deleted ones do not come back. */
export async function addDemoDiscounts(store: Store, { discounts }: Pick<Collections, 'discounts'>): Promise<void> {
  const marker = store.collection<{ _id: string }>('seeds');
  if (await marker.findOne({ _id: 'discounts' })) return;
  for (const [index, [months, percent]] of DEMO_DISCOUNTS.entries()) {
    const row = { title: `${months} months`, months: months * UNITS_PER_MONTH, percent };
    await discounts.updateOne({ _id: index + 1 }, { $setOnInsert: row }, { upsert: true });
  }
  await marker.updateOne({ _id: 'discounts' }, { $set: {} }, { upsert: true });
}
