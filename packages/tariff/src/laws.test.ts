import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPeriods,
  comparePeriods,
  formatLocal,
  formatMoney,
  formatPeriod,
  MONEY_CENTS_MAX,
  normalisePeriod,
  parseLocal,
  parseMoney,
  parsePeriod,
  partialPeriod,
  percentOfMoney,
  periodEndAt,
  periodForMoney,
  periodToUnits,
  rangeCost,
  rangeCostAt,
  refund,
  round,
  roundDown,
  roundUp,
  splitPayment,
  unitsToPeriod,
  unitsToPeriodNumber,
} from './index.ts';

const seed = Number(process.env.FAST_CHECK_SEED ?? 20_190_401);
console.info(`laws.test.ts runs with FAST_CHECK_SEED=${seed}`);
fc.configureGlobal({ seed, numRuns: 300 });

const HOUR_MS = 3_600_000;

const billings = fc.constantFrom('Simpler' as const, 'Honest' as const);
const zones = fc.constantFrom('UTC', 'Europe/London', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Tehran');
const cents = fc.integer({ min: -MONEY_CENTS_MAX, max: MONEY_CENTS_MAX });
const prices = fc.integer({ min: 1, max: 10_000_00 });
const secondsMs = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2036, 0) / 1000 }).map((sec) => sec * 1000);
const periods = fc
  .record({ months: fc.nat(36), days: fc.nat(99), hours: fc.nat(99) })
  .map((period) => formatPeriod(period));
const pricePeriods = periods.filter((period) => comparePeriods(period, 0) > 0);
/** A whole number of ten-thousandths as decimal text, so that halves of cents are common. */
const decimals = fc
  .tuple(fc.boolean(), fc.nat(10_000_000))
  .map(
    ([negative, value]) =>
      `${negative ? '-' : ''}${Math.floor(value / 10_000)}.${String(value % 10_000).padStart(4, '0')}`,
  );

function negated(decimal: string): string {
  return decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`;
}

describe('money', () => {
  it('survives being written and read', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseMoney(formatMoney(amount))).toBe(amount);
      }),
    );
  });

  it('rounds between down and up, which are at most a cent apart', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        const [down, near, up] = [roundDown(value), round(value), roundUp(value)];
        expect(down <= near && near <= up && up - down <= 1).toBe(true);
      }),
    );
  });

  it('rounds a value and its negative alike', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(round(value) + round(negated(value))).toBe(0);
        expect(roundUp(value) + roundDown(negated(value))).toBe(0);
      }),
    );
  });

  it('splits an amount and a percentage without loss', () => {
    fc.assert(
      fc.property(fc.nat(MONEY_CENTS_MAX), cents, fc.nat(100), (amountCents, availableBonusCents, percent) => {
        const { bonusCents, moneyCents } = splitPayment({ amountCents, availableBonusCents });
        expect(bonusCents + moneyCents).toBe(amountCents);
        expect(bonusCents >= 0 && bonusCents <= Math.max(0, availableBonusCents)).toBe(true);
        const up = percentOfMoney(amountCents, percent, 'roundUp');
        expect(up + percentOfMoney(amountCents, 100 - percent, 'roundDown')).toBe(amountCents);
      }),
    );
  });
});

describe('periods', () => {
  it('survive storage as text and as number', () => {
    fc.assert(
      fc.property(periods, (period) => {
        const units = periodToUnits(period);
        expect(unitsToPeriod(units)).toBe(period);
        expect(periodToUnits(unitsToPeriodNumber(units))).toBe(units);
      }),
    );
  });

  it('add up in any order and grouping', () => {
    fc.assert(
      fc.property(periods, periods, periods, (a, b, c) => {
        const sum = addPeriods([a, b, c]);
        expect(addPeriods([c, a, b])).toBe(sum);
        expect(addPeriods([addPeriods([a, b]), c])).toBe(sum);
        expect(addPeriods([a, addPeriods([b, c])])).toBe(sum);
        expect(formatPeriod(normalisePeriod(parsePeriod(sum)))).toBe(sum);
      }),
    );
  });
});

describe('local time', () => {
  it('is read back as the instant, or as the first of two that look alike', () => {
    fc.assert(
      fc.property(secondsMs, zones, (instant, zone) => {
        const read = parseLocal(formatLocal(instant, zone), zone);
        expect(read <= instant && read >= instant - HOUR_MS).toBe(true);
        expect(formatLocal(read, zone)).toBe(formatLocal(instant, zone));
      }),
    );
  });

  it('agrees with the clock of Intl', () => {
    fc.assert(
      fc.property(secondsMs, zones, (instant, timeZone) => {
        const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
        expect(formatLocal(instant, timeZone)).toBe(clock.format(instant));
      }),
      { numRuns: 100 },
    );
  });
});

describe('a period', () => {
  it('ends later the longer it is', () => {
    fc.assert(
      fc.property(billings, zones, secondsMs, fc.nat(36), fc.nat(8), (billing, zone, startMs, months, days) => {
        const end = (period: string) => periodEndAt({ billing, zone, startMs, period });
        const shorter = end(formatPeriod({ months, days, hours: 0 }));
        expect(end(formatPeriod({ months, days: days + 1, hours: 0 }))).toBeGreaterThan(shorter);
        expect(end(formatPeriod({ months: months + 1, days, hours: 0 }))).toBeGreaterThan(shorter);
      }),
    );
  });

  it('of whole months from the first of a month ends on the last second of a month, and costs its price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 24 }),
        prices,
        (first, months, costCents) => {
          const startMs = Date.UTC(2000, first);
          const price = { billing: 'Honest', zone: 'UTC', startMs } as const;
          const endMs = periodEndAt({ ...price, period: months });
          expect(endMs).toBe(Date.UTC(2000, first + months) - 1000);
          expect(rangeCostAt({ ...price, endMs, costCents, period: 1 }).totalCents).toBe(costCents * months);
        },
      ),
    );
  });

  it('of Simpler costs its price, whenever it begins', () => {
    fc.assert(
      fc.property(secondsMs, pricePeriods, prices, (startMs, period, costCents) => {
        const price = { billing: 'Simpler', zone: 'UTC', startMs, period } as const;
        const { totalCents, months } = rangeCostAt({ ...price, endMs: periodEndAt(price), costCents });
        expect(totalCents).toBe(costCents);
        expect(months).toBe(addPeriods([period]));
      }),
    );
  });
});

describe('the cost of a range', () => {
  it('is the sum of its parts within a month, up to a cent', () => {
    const minutes = fc.tuple(fc.nat(40_000), fc.nat(40_000), fc.nat(40_000)).map((cuts) => cuts.sort((a, b) => a - b));
    fc.assert(
      fc.property(billings, minutes, prices, (billing, [from = 0, cut = 0, to = 0], costCents) => {
        const cost = (a: number, b: number) => {
          const gapMs = billing === 'Simpler' ? 1000 : 0;
          const [startMs, endMs] = [Date.UTC(2023, 2) + a * 60_000, Date.UTC(2023, 2) + b * 60_000 - gapMs];
          return rangeCostAt({ billing, zone: 'UTC', startMs, endMs, costCents, period: 1 }).totalCents;
        };
        expect(Math.abs(cost(from, cut) + cost(cut, to) - cost(from, to))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('grows with the range and with the price', () => {
    fc.assert(
      fc.property(billings, zones, secondsMs, fc.nat(10_000), fc.nat(1000), prices, pricePeriods, (...sample) => {
        const [billing, zone, startMs, hours, moreHours, costCents, period] = sample;
        const cost = (lengthHours: number, cents: number) =>
          rangeCostAt({ billing, zone, startMs, endMs: startMs + lengthHours * HOUR_MS, costCents: cents, period })
            .totalCents;
        // A clock that goes forward shortens a month of Honest but not what it is divided by, and parts are rounded
        // one by one: an hour and a cent of each of three parts are the slack.
        const slack = Math.ceil(costCents / 100) + 3;
        expect(cost(hours + moreHours + 25, costCents) + slack).toBeGreaterThanOrEqual(cost(hours, costCents));
        expect(cost(hours, costCents * 2)).toBeGreaterThanOrEqual(cost(hours, costCents));
      }),
    );
  });

  it('is the same for numbers and for text', () => {
    fc.assert(
      fc.property(billings, prices, fc.integer({ min: 1, max: 12 }), (billing, costCents, period) => {
        const range = { billing, start: '2024-01-15 10:00:00', end: '2024-05-03 09:59:59', zone: 'UTC' };
        const text = rangeCost({ ...range, cost: formatMoney(costCents), period: String(period) });
        expect(rangeCost({ ...range, cost: costCents / 100, period })).toEqual(text);
      }),
    );
  });
});

describe('the period for money', () => {
  it('costs at least the money, and less than an hour (Simpler) more', () => {
    fc.assert(
      fc.property(prices, prices, (totalCents, costCents) => {
        const [total, cost] = [formatMoney(totalCents), formatMoney(costCents)];
        const { months, days, hours } = parsePeriod(
          periodForMoney({ billing: 'Simpler', total, cost, period: 1, zone: 'UTC' }),
        );
        const bought = (months * 720 + days * 24 + hours) * costCents;
        const minute = costCents / 60;
        expect(bought).toBeGreaterThan(totalCents * 720 - minute - 1);
        expect(bought).toBeLessThan(totalCents * 720 + costCents);
      }),
    );
  });

  it('is whole months for whole prices', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500 }),
        prices,
        fc.constantFrom(1, 2, 3, 6, 12),
        (times, costCents, period) => {
          const purchase = { total: formatMoney(times * costCents), cost: formatMoney(costCents), period, zone: 'UTC' };
          const at = '2024-01-31 12:00:00';
          expect(periodForMoney({ ...purchase, billing: 'Honest', at })).toBe(`${times * period}.00`);
          expect(periodForMoney({ ...purchase, billing: 'Simpler' })).toBe(`${times * period}.0000`);
        },
      ),
    );
  });

  it('of a partial renewal is never free and never empty', () => {
    fc.assert(
      fc.property(
        billings,
        cents,
        cents,
        prices,
        pricePeriods,
        (billing, balanceCents, bonusCents, costCents, period) => {
          const balance = Math.trunc(balanceCents / 1_000_000);
          const bonus = Math.trunc(bonusCents / 1_000_000);
          const renewal = {
            billing,
            zone: 'UTC',
            atMs: 0,
            balanceCents: balance,
            bonusCents: bonus,
            service: {},
            costCents,
            period,
          };
          const bought = partialPeriod(renewal);
          expect(bought === undefined || (bought.totalCents > 0 && comparePeriods(bought.months, 0) > 0)).toBe(true);
          if (balance + Math.max(0, bonus) <= 0) expect(bought).toBeUndefined();
        },
      ),
    );
  });
});

describe('a refund', () => {
  const paid = fc.record({
    totalCents: fc.nat(100_000_00),
    bonusCents: fc.nat(100_000_00),
    costCents: fc.nat(100_000_00),
  });
  const terms = fc.record({ discount: fc.nat(100), qnt: fc.integer({ min: 1, max: 9 }) });

  it('is never negative, and with what stays paid makes what was paid', () => {
    fc.assert(
      fc.property(billings, zones, paid, terms, pricePeriods, secondsMs, fc.nat(5000), (...sample) => {
        const [billing, zone, money, { discount, qnt }, period, startMs, hours] = sample;
        const instants = { createdMs: startMs, startMs, endMs: startMs + 6000 * HOUR_MS };
        const withdraw = { ...money, ...instants, discount, qnt, months: '1.0000' };
        const result = refund({ billing, zone, period, withdraw, atMs: startMs + hours * HOUR_MS });
        if (result === undefined) throw new Error('A running withdraw has a refund');
        expect(Math.min(result.moneyCents, result.bonusCents)).toBeGreaterThanOrEqual(0);
        expect(Math.min(result.withdraw.totalCents, result.withdraw.bonusCents)).toBeGreaterThanOrEqual(0);
        expect(result.moneyCents + result.withdraw.totalCents).toBe(money.totalCents);
        expect(result.bonusCents + result.withdraw.bonusCents).toBe(money.bonusCents);
      }),
    );
  });
});
