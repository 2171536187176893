import { priceForecast } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { instantOf } from '@countinghouse/store';
import type { BillingContext } from '../billing-context.ts';
import { readTariffSettings } from '../tariff/tariff-settings.ts';
import type { WithdrawDocument } from '../withdraw/withdraw-document.ts';
import { planForecast } from './forecast-plan.ts';
import { readAccount } from './read-account.ts';

export function forecastPrice({ collections }: BillingContext) {
  return implement(priceForecast, async ({ user_id, at, candidates }) => {
    const services = candidates.map((candidate) => candidate.user_service_id);
    const [account, settings, rows] = await Promise.all([
      readAccount(collections, user_id),
      readTariffSettings(collections),
      collections.withdraws
        .find({ user_service_id: { $in: services } })
        .sort({ _id: 1 })
        .toArray(),
    ]);
    const own = rows.filter((row) => row.user_id === user_id) as WithdrawDocument[];
    const byService = Map.groupBy(own, (row) => row.user_service_id);
    return { rows: [planForecast(account, candidates, byService, instantOf(at), settings)] };
  });
}
