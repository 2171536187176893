import { parseMoney, periodToUnits } from '@countinghouse/tariff';
import { tariffOf } from '../tariff/tariff.ts';
import { priceWithdraw, type WithdrawTerms } from '../withdraw/withdraw-price.ts';
import { outcomeOfRow, type SettleRun, type StepOutcome } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** Creates an unpaid row; its price is frozen then (domain.md 2.7). */
export function prepareStep(run: SettleRun, step: StepOf<'prepare'>): StepOutcome {
  const tariff = tariffOf(step.service);
  const { endDate, ...price } = priceWithdraw(run.account, tariff, storedWithdrawTerms(step), run.at, run.settings);
  const row = run.make({ ...price, service_id: tariff.serviceId, user_service_id: step.user_service_id }, false);
  return { outcome: 'done', ...outcomeOfRow(row) };
}

/** Terms of the wire in stored form. */
export function storedWithdrawTerms(terms: WithdrawTerms): WithdrawTerms {
  return {
    ...(terms.cost === undefined ? {} : { cost: parseMoney(terms.cost, { argument: 'cost' }) }),
    ...(terms.months === undefined ? {} : { months: periodToUnits(terms.months, { argument: 'months' }) }),
    ...(terms.qnt === undefined ? {} : { qnt: terms.qnt }),
    ...(terms.discount === undefined ? {} : { discount: terms.discount }),
    ...(terms.bonus === undefined ? {} : { bonus: parseMoney(terms.bonus, { argument: 'bonus' }) }),
  };
}
