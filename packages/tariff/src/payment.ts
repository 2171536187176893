import { invalidArgument } from './argument.ts';
import { checkCents, percentOfMoney } from './money.ts';

/** What the catalog says of a service about bonus; undefined where the service is unknown. */
export interface BonusRule {
  /** The share of a price that bonus may pay, percent; its fraction is cut off. Absent: all of it. */
  readonly limitBonusPercent?: number | null | undefined;
}

/**
 * The bonus that may pay for an amount, in cents (domain.md 2.6). Without a limit it is the whole bonus, even where
 * that is more than the amount.
 * @throws RangeError naming the argument that is wrong.
 */
export function availableBonus({
  bonusCents,
  amountCents,
  service,
}: {
  readonly bonusCents: number;
  readonly amountCents: number;
  readonly service: BonusRule | undefined;
}): number {
  const bonus = checkCents(bonusCents, 'bonusCents');
  const amount = checkCents(amountCents, 'amountCents');
  if (service === undefined || bonus <= 0) return 0;
  const percent = limitPercent(service.limitBonusPercent);
  if (percent >= 100) return bonus;
  return amount <= 0 ? 0 : Math.min(bonus, percentOfMoney(amount, percent));
}

/** What decides whether an amount can be taken, in cents. */
export interface Affordability {
  /** The amount that is checked; a composite's is the sum of all its parts. */
  readonly amountCents: number;
  readonly balanceCents: number;
  readonly creditCents: number;
  /** As availableBonus answers. */
  readonly availableBonusCents: number;
  readonly canOverdraft?: boolean;
  readonly payInCredit?: boolean;
}

/** Whether an amount can be taken from a user (domain.md 2.6; Q7: `payInCredit` counts). */
export function isAffordable(account: Affordability): boolean {
  const { amountCents, balanceCents, creditCents, availableBonusCents } = account;
  if (amountCents <= 0 || account.canOverdraft === true || account.payInCredit === true) return true;
  return balanceCents + creditCents + availableBonusCents >= amountCents;
}

/**
 * How an amount is taken: bonus first, money for the rest (domain.md 2.6). An amount below 0 goes to the balance and
 * never makes bonus.
 */
export function splitPayment({
  amountCents,
  availableBonusCents,
}: {
  readonly amountCents: number;
  readonly availableBonusCents: number;
}): { readonly bonusCents: number; readonly moneyCents: number } {
  const amount = checkCents(amountCents, 'amountCents');
  const available = Math.max(0, checkCents(availableBonusCents, 'availableBonusCents'));
  const bonusCents = Math.max(0, Math.min(amount, available));
  return { bonusCents, moneyCents: amount - bonusCents };
}

function limitPercent(value: number | null | undefined): number {
  if (value === undefined || value === null) return 100;
  if (!Number.isFinite(value) || value < 0) throw invalidArgument('limitBonusPercent', 'a percentage from 0 on', value);
  return Math.trunc(value);
}
