import type { ForecastCandidate, ForecastPrice, PricedForecast } from '@countinghouse/contracts';
import { moneyToNumber, unitsToPeriodNumber } from '@countinghouse/tariff';
import type { Account } from '../account/account-document.ts';
import { type Tariff, tariffOf } from '../tariff/tariff.ts';
import type { TariffSettings } from '../tariff/tariff-settings.ts';
import { splitPayment } from '../withdraw/affordability.ts';
import type { WithdrawDocument } from '../withdraw/withdraw-document.ts';
import { priceWithdraw, type WithdrawPrice } from '../withdraw/withdraw-price.ts';

/** The rows of the user services that are looked at, in the order of their ids. */
export type RowsOfService = ReadonlyMap<number, readonly WithdrawDocument[]>;

interface Due {
  readonly tariff: Tariff;
  readonly price: WithdrawPrice;
}

/** What is to be paid (domain.md 2.14): each item takes only the bonus that it can use (Q8), credit is not considered. */
export function planForecast(
  account: Account,
  candidates: readonly ForecastCandidate[],
  rows: RowsOfService,
  at: Date,
  settings: TariffSettings,
): PricedForecast {
  const items: ForecastPrice[] = [];
  let bonus = account.bonus;
  let sum = 0;
  for (const candidate of candidates) {
    const current = (rows.get(candidate.user_service_id) ?? []).find((row) => row._id === candidate.withdraw_id);
    const due = current && dueOf(account, candidate, current, rows, at, settings);
    if (!current || !due) continue;
    const parts = splitPayment({ bonus }, due.price.total, due.tariff);
    bonus -= parts.bonus;
    if (parts.money <= 0) continue;
    sum += parts.money;
    items.push(itemOf(candidate, current, due, parts));
  }
  return totals(account, items, sum);
}

/** The row that comes, priced without bonus; undefined where it is paid already. */
function dueOf(
  account: Account,
  { service, next }: ForecastCandidate,
  current: WithdrawDocument,
  rows: RowsOfService,
  at: Date,
  settings: TariffSettings,
): Due | undefined {
  const tariff = tariffOf(service);
  const price = (of: Tariff, terms: Parameters<typeof priceWithdraw>[2]) => ({
    tariff: of,
    price: priceWithdraw(account, of, terms, at, settings),
  });
  const { cost, discount, qnt } = current;
  if (current.withdraw_date === null) return price(tariff, { cost, discount, qnt });
  const later = rows.get(current.user_service_id)?.find((row) => row._id > current._id);
  if (later) {
    const { cost, discount, qnt, months } = later;
    return later.withdraw_date === null ? price(tariff, { cost, discount, qnt, months }) : undefined;
  }
  if (next !== null) return price(tariffOf(next), { qnt });
  return tariff.period === 0 ? undefined : price(tariff, { cost, discount, qnt });
}

function itemOf(
  candidate: ForecastCandidate,
  current: WithdrawDocument,
  { tariff, price }: Due,
  parts: { readonly bonus: number; readonly money: number },
): ForecastPrice {
  return {
    user_service_id: candidate.user_service_id,
    cost: moneyToNumber(current.cost),
    months: unitsToPeriodNumber(current.months),
    qnt: current.qnt,
    discount: current.discount,
    total: moneyToNumber(current.total),
    next: {
      service_id: tariff.serviceId,
      cost: moneyToNumber(price.cost),
      months: unitsToPeriodNumber(price.months),
      qnt: price.qnt,
      discount: price.discount,
      bonus: moneyToNumber(parts.bonus),
      total: moneyToNumber(parts.money),
    },
  };
}

/** A balance above 0 lowers the total, a debt is added to it; without items there is nothing to pay. */
function totals(account: Account, items: readonly ForecastPrice[], sum: number): PricedForecast {
  const total = items.length === 0 ? 0 : Math.max(0, sum - account.balance);
  return {
    balance: moneyToNumber(account.balance),
    bonuses: moneyToNumber(account.bonus),
    total: moneyToNumber(total),
    ...(account.balance <= 0 ? { dept: moneyToNumber(Math.abs(account.balance)) } : {}),
    items,
  };
}
