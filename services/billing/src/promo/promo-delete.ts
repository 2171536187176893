import { deletePromo, deletePromoByPath, objectNotFound } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import type { BillingContext } from '../billing-context.ts';
import type { Promos } from './promos.ts';

export function promoDelete({ promos }: BillingContext) {
  return implement(deletePromo, ({ id }) => deleteOne(promos, id));
}

export function promoDeleteByPath({ promos }: BillingContext) {
  return implement(deletePromoByPath, ({ id }) => deleteOne(promos, id));
}

async function deleteOne(promos: Promos, code: string) {
  if (!(await promos.delete(code))) throw objectNotFound();
  return { rows: ['1'] };
}
