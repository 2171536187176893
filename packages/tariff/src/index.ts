export { type AddedTime, type AddedTimeArguments, addTimeForMoney } from './added-time.ts';
export type { Billing } from './billing.ts';
export { boughtPeriod } from './bought-period.ts';
export type { DecimalInput } from './decimal.ts';
export { type DiscountArguments, type DiscountRow, discount, discountedMoney } from './discount.ts';
export { type Forecast, type ForecastArguments, forecast } from './forecast.ts';
export { addPeriodToDate, formatLocal, type LocalTimeOptions, parseLocal, startOfDay } from './local-time.ts';
export {
  formatMoney,
  MONEY_CENTS_MAX,
  moneyToNumber,
  multiplyMoney,
  parseMoney,
  percentOfMoney,
  round,
  roundDown,
  roundUp,
} from './money.ts';
export { type PartialPeriodArguments, partialPeriod } from './partial-period.ts';
export { type Affordability, availableBonus, type BonusRule, isAffordable, splitPayment } from './payment.ts';
export {
  addPeriods,
  comparePeriods,
  formatPeriod,
  normalisePeriod,
  type Period,
  type PeriodInput,
  parsePeriod,
  periodToUnits,
  unitsToPeriod,
  unitsToPeriodNumber,
} from './period.ts';
export { type PeriodEndArguments, periodEnd, periodEndAt } from './period-end.ts';
export {
  type PeriodForMoneyArguments,
  type PeriodForMoneyAtArguments,
  periodForMoney,
  periodForMoneyAt,
} from './period-for-money.ts';
export {
  type RangeCost,
  type RangeCostArguments,
  type RangeCostAtArguments,
  rangeCost,
  rangeCostAt,
} from './range-cost.ts';
export type { Rounding } from './rational.ts';
export {
  type PaidWithdraw,
  type Refund,
  type RefundArguments,
  refund,
  type UsedValueArguments,
  usedValue,
} from './refund.ts';
export { type WithdrawPrice, type WithdrawPriceArguments, withdrawPrice } from './withdraw-price.ts';
