import { percentOfMoney } from '@countinghouse/tariff';
import type { Account } from '../account/account-document.ts';
import type { Tariff } from '../tariff/tariff.ts';

type Purse = Pick<Account, 'balance' | 'bonus' | 'credit' | 'can_overdraft'>;

const WHOLE_PERCENT = 100;

/** How much bonus may go into an amount (domain.md 2.6, B). All of it without a limit, also where that is more than the amount. */
export function availableBonus(
  purse: Pick<Purse, 'bonus'>,
  amount: number,
  tariff: Pick<Tariff, 'limitBonusPercent'>,
): number {
  if (purse.bonus <= 0) return 0;
  const limit = tariff.limitBonusPercent;
  if (limit === null || limit >= WHOLE_PERCENT) return purse.bonus;
  return amount <= 0 ? 0 : Math.min(purse.bonus, percentOfMoney(amount, limit));
}

/**
 * Can `amount` be paid? `checked` is what must be there: the amount, for the root of a composite the sum of its whole tree.
 * A debt must be covered first, since the balance is added, negative included.
 */
export function isAffordable(
  purse: Purse,
  amount: number,
  tariff: Pick<Tariff, 'limitBonusPercent' | 'payInCredit'>,
  checked: number = amount,
): boolean {
  if (checked <= 0 || purse.can_overdraft === 1 || tariff.payInCredit) return true;
  return purse.balance + purse.credit + availableBonus(purse, amount, tariff) >= checked;
}

export interface PaymentParts {
  readonly bonus: number;
  readonly money: number;
}

/** Bonus is always used before money. */
export function splitPayment(
  purse: Pick<Purse, 'bonus'>,
  amount: number,
  tariff: Pick<Tariff, 'limitBonusPercent'>,
): PaymentParts {
  const bonus = amount <= 0 ? 0 : Math.min(amount, availableBonus(purse, amount, tariff));
  return { bonus, money: amount - bonus };
}
