import { quotePrices } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { dateTextOf, instantOf } from '@countinghouse/store';
import { moneyToNumber, unitsToPeriodNumber } from '@countinghouse/tariff';
import type { BillingContext } from '../billing-context.ts';
import { tariffOf } from '../tariff/tariff.ts';
import { readTariffSettings } from '../tariff/tariff-settings.ts';
import { priceWithdraw } from '../withdraw/withdraw-price.ts';
import { storedWithdrawTerms } from '../withdraw/withdraw-terms.ts';
import { readAccount } from './read-account.ts';

export function priceQuote({ collections }: BillingContext) {
  return implement(quotePrices, async ({ user_id, at, items }) => {
    const [account, settings] = await Promise.all([readAccount(collections, user_id), readTariffSettings(collections)]);
    const rows = items.map(({ service, withdraw_date = at, ...terms }) => {
      const tariff = tariffOf(service);
      const price = priceWithdraw(account, tariff, storedWithdrawTerms(terms), instantOf(withdraw_date), settings);
      return {
        cost: moneyToNumber(price.cost),
        months: unitsToPeriodNumber(price.months),
        qnt: price.qnt,
        discount: price.discount,
        bonus: moneyToNumber(price.bonus),
        total: moneyToNumber(price.total),
        withdraw_date,
        end_date: dateTextOf(price.endDate),
      };
    });
    return { rows };
  });
}
