import type { PricedService } from '@countinghouse/contracts';
import { parseMoney, periodToUnits } from '@countinghouse/tariff';

/** A catalogue service as planners reckon with it: cost in cents, period in ten-thousandths (M.DDHH). */
export interface Tariff {
  readonly serviceId: number;
  readonly cost: number;
  readonly period: number;
  readonly noDiscount: boolean;
  readonly payInCredit: boolean;
  readonly isComposite: boolean;
  readonly limitBonusPercent: number | null;
  readonly allowPartialPeriod: boolean;
  readonly noMoneyBack: boolean;
  readonly allowReturnFull: boolean;
}

export function tariffOf(service: PricedService): Tariff {
  return {
    serviceId: service.service_id,
    cost: parseMoney(service.cost, { argument: 'cost' }),
    period: periodToUnits(service.period),
    noDiscount: service.no_discount === 1,
    payInCredit: service.pay_in_credit === 1,
    isComposite: service.is_composite === 1,
    limitBonusPercent: service.limit_bonus_percent,
    allowPartialPeriod: service.allow_partial_period === 1,
    noMoneyBack: service.no_money_back === 1,
    allowReturnFull: service.allow_return_full_wd === 1,
  };
}
