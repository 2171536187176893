import { type OfferPrice, type PricedService, pricePriceList } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { moneyToNumber, multiplyMoney, parseMoney, percentOfMoney } from '@countinghouse/tariff';
import type { Account } from '../account/account-document.ts';
import type { BillingContext } from '../billing-context.ts';
import { tariffOf } from '../tariff/tariff.ts';
import { splitPayment } from '../withdraw/affordability.ts';
import { readAccount } from './read-account.ts';

export interface Offer {
  readonly service: PricedService;
  readonly children: readonly { readonly cost: number; readonly qnt: number }[];
}

export function pricelistPrice({ collections }: BillingContext) {
  return implement(pricePriceList, async ({ user_id, offers }) => {
    const account = await readAccount(collections, user_id);
    return { rows: offers.map((offer) => priceOffer(account, offer)) };
  });
}

/** The price columns of an offer (domain.md 2.15): the user's discount alone, no discount of the period. */
export function priceOffer(account: Pick<Account, 'discount' | 'bonus'>, { service, children }: Offer): OfferPrice {
  const tariff = tariffOf(service);
  const ofChildren = children.map(({ cost, qnt }) => multiplyMoney(parseMoney(cost), qnt));
  const cost = tariff.cost + ofChildren.reduce((sum, price) => sum + price, 0);
  const discount = tariff.noDiscount ? 0 : account.discount;
  const costDiscount = percentOfMoney(cost, discount);
  const real = cost - costDiscount;
  const { bonus, money } = splitPayment(account, real, tariff);
  return {
    service_id: tariff.serviceId,
    cost: moneyToNumber(cost),
    discount,
    cost_discount: moneyToNumber(costDiscount),
    real_cost: moneyToNumber(real),
    cost_bonus: moneyToNumber(bonus),
    real_cost_with_bonuses: moneyToNumber(money),
    partial_renew: service.allow_partial_period,
  };
}
