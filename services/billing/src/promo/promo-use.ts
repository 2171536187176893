import { releasePromo, usePromo } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { BillingContext } from '../billing-context.ts';
import { readAccount } from '../pricing/read-account.ts';
import { promoCodec } from './promo-document.ts';

export function promoUse({ collections, promoUses: uses }: BillingContext) {
  return implement(usePromo, async ({ user_id, code, use_key, dry_run }, { now, deadlineAt }) => {
    await readAccount(collections, user_id);
    const use = { code, userId: user_id, key: use_key, at: now, deadlineAt };
    if (dry_run) return { rows: [promoCodec.decode(await uses.check(use))] };
    const { document, hit } = await uses.take(use);
    return { rows: [promoCodec.decode(document)], ...(hit ? { hit } : {}) };
  });
}

export function promoRelease({ promoUses: uses }: BillingContext) {
  return implement(releasePromo, async ({ user_id, code, use_key }, { now, deadlineAt }) => {
    const document = await uses.giveBack({ code, userId: user_id, key: use_key, at: now, deadlineAt });
    return { rows: document ? [promoCodec.decode(document)] : [] };
  });
}
