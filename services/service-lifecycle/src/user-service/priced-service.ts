import type { PricedService, ServiceConfig, ServiceRow } from '@countinghouse/contracts';

type ConfigFlag =
  | 'no_auto_renew'
  | 'no_money_back'
  | 'allow_return_full_wd'
  | 'allow_partial_period'
  | 'order_only_once';

/** A flag of `config`, which holds free JSON: `1`, `"1"` and `true` are set, `0`, `"0"` and `""` are not. */
export function hasFlag(service: Pick<ServiceRow, 'config'>, name: ConfigFlag): boolean {
  const value = (service.config as ServiceConfig | null)?.[name];
  return Boolean(value) && String(value) !== '0';
}

/** What billing needs to know of a catalogue row. */
export function pricedServiceOf(service: ServiceRow): PricedService {
  return {
    service_id: service.service_id,
    cost: service.cost ?? 0,
    period: service.period,
    no_discount: service.no_discount ?? 0,
    pay_in_credit: service.pay_in_credit ?? 0,
    is_composite: service.is_composite,
    limit_bonus_percent: bonusLimit(service),
    allow_partial_period: Number(hasFlag(service, 'allow_partial_period')),
    no_money_back: Number(hasFlag(service, 'no_money_back')),
    allow_return_full_wd: Number(hasFlag(service, 'allow_return_full_wd')),
  };
}

/** 0..100; null is no limit (domain.md 2.6: absent or at least 100). */
function bonusLimit(service: ServiceRow): number | null {
  const value = (service.config as ServiceConfig | null)?.limit_bonus_percent;
  if (value === undefined || value === null || String(value) === '') return null;
  const percent = Math.trunc(Number(value));
  return Number.isNaN(percent) || percent >= 100 ? null : Math.max(0, percent);
}
