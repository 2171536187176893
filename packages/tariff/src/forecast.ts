import { availableBonus, type BonusRule, splitPayment } from './payment.ts';

export interface ForecastArguments {
  readonly balanceCents: number;
  /** The user's whole bonus. */
  readonly bonusCents: number;
  /** What falls due, in order: the price of each coming period and the service that limits its bonus. */
  readonly items: readonly { readonly priceCents: number; readonly service: BonusRule | undefined }[];
}

export interface Forecast {
  /** What has to be paid in. */
  readonly totalCents: number;
  /** What the balance lacks to 0; present unless the balance is above 0. */
  readonly deptCents?: number;
  /** For each item the bonus that pays for it and what remains; a remainder of 0 means that nothing falls due. */
  readonly items: readonly { readonly bonusCents: number; readonly totalCents: number }[];
}

/** What a user has to pay in for the coming periods (domain.md 2.14); bonus is used up as it is applied (Q8). */
export function forecast({ balanceCents, bonusCents, items }: ForecastArguments): Forecast {
  let bonusLeftCents = bonusCents;
  const priced = items.map(({ priceCents, service }) => {
    const amountCents = Math.max(0, priceCents);
    const availableBonusCents = availableBonus({ bonusCents: bonusLeftCents, amountCents, service });
    const paid = splitPayment({ amountCents, availableBonusCents });
    bonusLeftCents -= paid.bonusCents;
    return { bonusCents: paid.bonusCents, totalCents: paid.moneyCents };
  });
  const sumCents = priced.reduce((sum, item) => sum + item.totalCents, 0);
  const totalCents = sumCents === 0 ? 0 : Math.max(0, sumCents - balanceCents);
  return balanceCents > 0
    ? { totalCents, items: priced }
    : { totalCents, deptCents: Math.abs(balanceCents), items: priced };
}
