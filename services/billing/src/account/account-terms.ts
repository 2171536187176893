import type { AccountTerms } from '@countinghouse/contracts';
import { parseMoney } from '@countinghouse/tariff';
import type { StoredTerms } from './account-document.ts';

/** The terms that are given, in stored form. */
export function storedTerms(terms: AccountTerms): Partial<StoredTerms> {
  const { credit, discount, can_overdraft, partner_id, income_percent } = terms;
  return {
    ...(credit === undefined ? {} : { credit: parseMoney(credit, { argument: 'credit' }) }),
    ...(discount === undefined ? {} : { discount }),
    ...(can_overdraft === undefined ? {} : { can_overdraft }),
    ...(partner_id === undefined ? {} : { partner_id }),
    ...(income_percent === undefined ? {} : { income_percent }),
  };
}
