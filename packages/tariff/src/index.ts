export type { Billing } from './billing.ts';
export type { DecimalInput } from './decimal.ts';
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
