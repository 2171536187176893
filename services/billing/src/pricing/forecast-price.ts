import { type ForecastCandidate, priceForecast, priceForecasts } from '@countinghouse/contracts';
import { implement } from '@countinghouse/service';
import { instantOf } from '@countinghouse/store';
import type { BillingContext } from '../billing-context.ts';
import type { Collections } from '../collections.ts';
import { readTariffSettings } from '../tariff/tariff-settings.ts';
import type { WithdrawDocument } from '../withdraw/withdraw-document.ts';
import { planForecast, type RowsOfService } from './forecast-plan.ts';
import { readAccount, readAccounts } from './read-account.ts';

export function forecastPrice({ collections }: BillingContext) {
  return implement(priceForecast, async ({ user_id, at, candidates }) => {
    const [account, settings, rows] = await Promise.all([
      readAccount(collections, user_id),
      readTariffSettings(collections),
      readRows(collections, candidates),
    ]);
    return { rows: [planForecast(account, candidates, ownRows(rows, user_id), instantOf(at), settings)] };
  });
}

export function forecastPriceOfMany({ collections }: BillingContext) {
  return implement(priceForecasts, async ({ at, users }) => {
    const [accounts, settings, rows] = await Promise.all([
      readAccounts(
        collections,
        users.map(({ user_id }) => user_id),
      ),
      readTariffSettings(collections),
      readRows(
        collections,
        users.flatMap(({ candidates }) => candidates),
      ),
    ]);
    const byUser = Map.groupBy(rows, (row) => row.user_id);
    return {
      rows: users.flatMap(({ user_id, candidates }) => {
        const account = accounts.get(user_id);
        const own = ownRows(byUser.get(user_id) ?? [], user_id);
        return account ? [{ user_id, ...planForecast(account, candidates, own, instantOf(at), settings) }] : [];
      }),
    };
  });
}

async function readRows(
  { withdraws }: Collections,
  candidates: readonly ForecastCandidate[],
): Promise<WithdrawDocument[]> {
  if (candidates.length === 0) return [];
  const services = candidates.map((candidate) => candidate.user_service_id);
  const rows = await withdraws
    .find({ user_service_id: { $in: services } })
    .sort({ _id: 1 })
    .toArray();
  return rows as WithdrawDocument[];
}

function ownRows(rows: readonly WithdrawDocument[], userId: number): RowsOfService {
  return Map.groupBy(
    rows.filter((row) => row.user_id === userId),
    (row) => row.user_service_id,
  );
}
