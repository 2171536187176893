import { type ChangePromo, changePromo, changePromoByPath } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { BillingContext } from '../billing-context.ts';
import { promoCodec } from './promo-document.ts';
import { promoTerms } from './promo-settings.ts';
import type { Promos } from './promos.ts';

export function promoChange({ promos }: BillingContext) {
  return implement(changePromo, (args) => changeOne(promos, args));
}

export function promoChangeByPath({ promos }: BillingContext) {
  return implement(changePromoByPath, (args) => changeOne(promos, args));
}

/** Whether it was used stays: whole objects that are sent back must not make a code usable again. */
async function changeOne(promos: Promos, { id, template_id, settings, expire }: ChangePromo) {
  const fields = promoCodec.encode({
    ...(template_id === undefined ? {} : { template_id }),
    ...(settings === undefined ? {} : { settings: promoTerms(settings).settings }),
    ...(expire === undefined ? {} : { expire }),
  });
  return { rows: [promoCodec.decode(await promos.change(id, () => fields))] };
}
