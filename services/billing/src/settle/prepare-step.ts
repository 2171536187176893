import { tariffOf } from '../tariff/tariff.ts';
import { priceWithdraw } from '../withdraw/withdraw-price.ts';
import { storedWithdrawTerms } from '../withdraw/withdraw-terms.ts';
import { outcomeOfRow, type SettleRun, type StepOutcome } from './settle-run.ts';
import type { StepOf } from './step-of.ts';

/** Creates an unpaid row; its price is frozen then (domain.md 2.7). */
export function prepareStep(run: SettleRun, step: StepOf<'prepare'>): StepOutcome {
  const tariff = tariffOf(step.service);
  const { endDate, ...price } = priceWithdraw(run.account, tariff, storedWithdrawTerms(step), run.at, run.settings);
  const row = run.make({ ...price, service_id: tariff.serviceId, user_service_id: step.user_service_id }, false);
  return { outcome: 'done', ...outcomeOfRow(row) };
}
