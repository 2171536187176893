import { addPromos, invalidArgument } from '@countinghouse/contracts';
import { actingUser, implement } from '@countinghouse/service';
import type { BillingContext } from '../billing-context.ts';
import { readAccount } from '../pricing/read-account.ts';
import { checkedCode, promoTerms } from './promo-settings.ts';
import type { NewPromo, Promos } from './promos.ts';

/** Codes are inserted this many at a time. */
const AT_ONCE = 20;

export function promoAdd({ promos, collections }: BillingContext) {
  return implement(addPromos, async ({ template_id, settings = {}, code, expire = null, user_id }, context) => {
    const terms = promoTerms(settings);
    if (user_id !== undefined) await readAccount(collections, user_id);
    const creator = user_id ?? actingUser(context);
    const made = { template_id, user_id: creator, created: context.now, expire, settings: terms.settings };
    const cause = `add:${context.key}`;
    const count = terms.isReusable ? 1 : terms.count;
    if (code === undefined) return { rows: await addMany(promos, made, { ...terms, count }, cause) };
    if (count > 1) throw invalidArgument('code', 'none where several codes are made');
    return { rows: [await promos.addChosen(made, checkedCode(code), `${cause}:0`)] };
  });
}

async function addMany(
  promos: Promos,
  made: NewPromo,
  making: { readonly count: number; readonly length: number; readonly prefix: string },
  cause: string,
): Promise<string[]> {
  const codes: string[] = [];
  checkedCode(`${making.prefix}0`);
  while (codes.length < making.count) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, making.count - codes.length) }, (_, n) => codes.length + n);
    codes.push(...(await Promise.all(indexes.map((index) => promos.addRandom(made, making, `${cause}:${index}`)))));
  }
  return codes;
}
