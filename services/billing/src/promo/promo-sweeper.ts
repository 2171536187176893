import type { Sweeper } from '@countinghouse/service';
import type { BillingContext } from '../billing-context.ts';
import type { CodeDocument } from './promo-document.ts';

const INTERVAL_MS = 30_000;
const CODES_MAX = 100;

/** Finishes uses of reusable codes that a crash left underway. */
export function promoSweeper({ promos, promoUses }: Pick<BillingContext, 'promos' | 'promoUses'>): Sweeper {
  return {
    name: 'uses of promo codes',
    intervalMs: INTERVAL_MS,
    sweep: async () => {
      const codes = await promos.collection
        .find({ 'underway.use_key': { $exists: true } })
        .limit(CODES_MAX)
        .toArray();
      for (const code of codes) await promoUses.finish(code as CodeDocument);
      return codes.length;
    },
  };
}
