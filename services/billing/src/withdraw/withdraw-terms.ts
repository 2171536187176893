import { parseMoney, periodToUnits } from '@countinghouse/tariff';
import type { WithdrawTerms } from './withdraw-price.ts';

/** Terms of the wire in stored form: cents, ten-thousandths. */
export function storedWithdrawTerms(terms: WithdrawTerms): WithdrawTerms {
  return {
    ...(terms.cost === undefined ? {} : { cost: parseMoney(terms.cost, { argument: 'cost' }) }),
    ...(terms.months === undefined ? {} : { months: periodToUnits(terms.months, { argument: 'months' }) }),
    ...(terms.qnt === undefined ? {} : { qnt: terms.qnt }),
    ...(terms.discount === undefined ? {} : { discount: terms.discount }),
    ...(terms.bonus === undefined ? {} : { bonus: parseMoney(terms.bonus, { argument: 'bonus' }) }),
  };
}
