import {
  addTimeForMoney,
  partialPeriod,
  periodToUnits,
  refund as refundByTariff,
  unitsToPeriod,
  withdrawPrice,
} from '@countinghouse/tariff';
import { expect, test } from 'vitest';
import { SeededRandom } from '../faults/seeded-random.ts';
import type { Tariff } from '../tariff/tariff.ts';
import type { TariffSettings } from '../tariff/tariff-settings.ts';
import { endOfPeriod, periodBought, sumOfPeriods } from '../tariff/time-arithmetic.ts';
import { availableBonus } from './affordability.ts';
import { refundOf } from './refund.ts';
import type { WithdrawDocument } from './withdraw-document.ts';
import { discounted, priceWithdraw } from './withdraw-price.ts';

// The planners of billing and the functions of @countinghouse/tariff were written apart; on any input they must agree.
const CASES = 1_500;
const SECOND_MS = 1_000;
const YEAR_S = 365 * 86_400;
const seed = Number(process.env.BILLING_SEED ?? 20_190_401);
console.info(`tariff-agreement.test.ts runs with BILLING_SEED=${seed}`);

const ZONES = ['UTC', 'Europe/London', 'Europe/Moscow', 'America/Sao_Paulo'] as const;
const PERIODS = ['1', '1', '1', '2', '3', '12', '0.01', '0.0001', '0.1', '0.0712', '1.15', '2.0512'] as const;

/** One service, one user, one moment. */
function randomCase(random: SeededRandom) {
  const settings: TariffSettings = {
    billing: random.pick(['Simpler', 'Honest']),
    zone: random.pick(ZONES),
    incomePercent: 0,
    discounts: [
      { months: 10_000, percent: 0 },
      { months: 30_000, percent: 10 },
      { months: 120_000, percent: 25 },
    ],
  };
  const period = random.pick(PERIODS);
  const tariff: Tariff = {
    serviceId: 1,
    cost: random.below(200_000),
    period: periodToUnits(period),
    noDiscount: random.chance(20),
    payInCredit: false,
    isComposite: false,
    limitBonusPercent: random.pick([null, 0, 33, 50, 100]),
    allowPartialPeriod: true,
    noMoneyBack: random.chance(10),
    allowReturnFull: random.chance(10),
  };
  const startMs = Date.UTC(2019, 0) + random.below(3 * YEAR_S) * SECOND_MS;
  return { settings, tariff, period, startMs, random };
}

test.each(Array.from({ length: 10 }, (_, index) => seed + index))(
  'prices, refunds and bought time of seed %i',
  (ofRun) => {
    const random = new SeededRandom(ofRun);
    for (let count = 0; count < CASES / 10; count += 1) agree(randomCase(random));
  },
);

function agree({ settings, tariff, period, startMs, random }: ReturnType<typeof randomCase>): void {
  const { billing, zone } = settings;
  const userDiscount = random.chance(40) ? random.below(101) : 0;
  const terms = {
    ...(random.chance(50) ? { months: periodToUnits(random.pick(PERIODS)) } : {}),
    ...(random.chance(30) ? { qnt: random.pick([0.5, 1, 2, 3, 1.5]) } : {}),
    ...(random.chance(20) ? { discount: random.below(101) } : {}),
  };
  const price = priceWithdraw({ discount: userDiscount }, tariff, terms, new Date(startMs), settings);
  const expected = withdrawPrice({
    billing,
    zone,
    startMs,
    costCents: tariff.cost,
    period,
    months: terms.months === undefined ? null : unitsToPeriod(terms.months),
    qnt: terms.qnt,
    discount: terms.discount,
    userDiscount,
    table: settings.discounts.map(({ months, percent }) => ({ months: unitsToPeriod(months), percent })),
    noDiscount: tariff.noDiscount,
  });
  const what = JSON.stringify({ settings, tariff, terms, userDiscount, start: new Date(startMs) });
  expect({ ...price, endDate: price.endDate.getTime() }, what).toMatchObject({
    total: expected.totalCents,
    months: periodToUnits(expected.months),
    discount: expected.discount,
    qnt: expected.qnt,
    endDate: expected.endMs,
  });
  agreeOnRefund({ settings, tariff, period, startMs, random }, price, what);
  agreeOnTime({ settings, tariff, period, startMs, random }, price, what);
}

type Price = ReturnType<typeof priceWithdraw>;

function agreeOnRefund(
  { settings, tariff, period, startMs, random }: ReturnType<typeof randomCase>,
  price: Price,
  what: string,
): void {
  const bonus = random.chance(50) ? random.below(price.total + 1) : 0;
  const { endDate, ...priced } = price;
  const start = new Date(startMs);
  const row: WithdrawDocument = {
    ...{ _id: 1, user_id: 1, service_id: 1, user_service_id: 1 },
    ...priced,
    ...{ create_date: start, withdraw_date: start, end_date: endDate, bonus, total: price.total - bonus },
  };
  const lengthS = Math.max(1, Math.round((endDate.getTime() - startMs) / SECOND_MS));
  const atMs = startMs + random.below(lengthS + 10) * SECOND_MS;
  const refund = refundOf(row, tariff, new Date(atMs), settings);
  const expected = refundByTariff({
    billing: settings.billing,
    zone: settings.zone,
    period,
    atMs,
    fullReturn: tariff.allowReturnFull,
    noMoneyBack: tariff.noMoneyBack,
    withdraw: {
      costCents: row.cost,
      discount: row.discount,
      qnt: row.qnt,
      months: unitsToPeriod(row.months),
      totalCents: row.total,
      bonusCents: row.bonus,
      createdMs: startMs,
      startMs,
      endMs: endDate.getTime(),
    },
  });
  const found = refund && {
    moneyCents: refund.money,
    bonusCents: refund.bonus,
    withdraw: {
      totalCents: refund.row.total,
      bonusCents: refund.row.bonus,
      months: refund.row.months,
      endMs: refund.row.end_date?.getTime(),
    },
  };
  const wanted = expected && {
    ...expected,
    withdraw: { ...expected.withdraw, months: periodToUnits(expected.withdraw.months) },
  };
  expect(found, `${what} at ${new Date(atMs)} bonus ${bonus}`).toEqual(wanted);
}

function agreeOnTime(
  { settings, tariff, period, startMs, random }: ReturnType<typeof randomCase>,
  price: Price,
  what: string,
): void {
  const { billing, zone } = settings;
  const amountCents = 1 + random.below(100_000);
  const { cost: costCents, discount, months, total: totalCents } = price;
  const withdraw = { costCents, discount, months: unitsToPeriod(months), totalCents, startMs };
  const added = addTimeForMoney({ billing, zone, amountCents, atMs: startMs, period, withdraw });
  const unit = { cost: discounted(costCents, discount, 1), period: tariff.period };
  const extra = periodBought(settings, amountCents, unit, new Date(startMs));
  expect(extra === 0, what).toBe(added === undefined);
  if (added) {
    const sum = sumOfPeriods(months, extra);
    expect(unitsToPeriod(sum), what).toBe(unitsToPeriod(periodToUnits(added.months)));
    expect(endOfPeriod(settings, new Date(startMs), sum).getTime(), what).toBe(added.endMs);
  }
  const [balanceCents, bonusCents] = [random.below(60_000) - 20_000, random.below(40_000)];
  const { limitBonusPercent } = tariff;
  const part = partialPeriod({
    ...{ billing, zone, atMs: startMs, balanceCents, bonusCents, costCents, period },
    service: { limitBonusPercent },
  });
  const total = balanceCents + availableBonus({ bonus: bonusCents }, balanceCents, tariff);
  const bought =
    total <= 0 ? 0 : periodBought(settings, total, { cost: costCents, period: tariff.period }, new Date(startMs));
  expect(bought, what).toBe(part === undefined ? 0 : periodToUnits(part.months));
}
