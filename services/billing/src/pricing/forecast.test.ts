import type { ForecastCandidate } from '@countinghouse/contracts';
import { instantOf } from '@countinghouse/store';
import { parseMoney } from '@countinghouse/tariff';
import { describe, expect, test } from 'vitest';
import { newAccount } from '../account/account-open.ts';
import { DISCOUNTS, service } from '../settle/story.ts';
import type { WithdrawDocument } from '../withdraw/withdraw-document.ts';
import { planForecast } from './forecast-plan.ts';
import { priceOffer } from './pricelist-price.ts';

const AT = instantOf('2022-01-31 00:00:00');
const SETTINGS = { billing: 'Honest' as const, incomePercent: 0, discounts: DISCOUNTS, zone: process.env.TZ ?? 'UTC' };

function account(purse: { balance?: number; bonus?: number; discount?: number }) {
  const { balance = 0, bonus = 0, discount = 0 } = purse;
  return { ...newAccount(1), balance: parseMoney(balance), bonus: parseMoney(bonus), discount };
}

let lastId = 0;

function row(
  node: number,
  terms: { cost?: number; total?: number; paid?: boolean; discount?: number; qnt?: number } = {},
): WithdrawDocument {
  lastId += 1;
  const { cost = 100, total = cost, paid = true, discount = 0, qnt = 1 } = terms;
  return {
    _id: lastId,
    user_id: 1,
    user_service_id: node,
    service_id: 1,
    create_date: AT,
    withdraw_date: paid ? AT : null,
    end_date: paid ? AT : null,
    cost: parseMoney(cost),
    total: parseMoney(total),
    bonus: 0,
    discount,
    qnt,
    months: 10_000,
  };
}

function forecast(
  purse: Parameters<typeof account>[0],
  services: readonly { rows: WithdrawDocument[]; candidate?: Partial<ForecastCandidate> }[],
) {
  const candidates = services.map(({ rows, candidate }) => ({
    user_service_id: rows[0]?.user_service_id ?? 0,
    withdraw_id: rows[0]?._id ?? 0,
    service: service(),
    next: null,
    ...candidate,
  }));
  const rows = new Map(services.map((one) => [one.rows[0]?.user_service_id ?? 0, one.rows]));
  return planForecast(account(purse), candidates, rows, AT, SETTINGS);
}

describe('forecast (domain.md 2.14)', () => {
  const domain = {
    rows: [row(1, { cost: 590 })],
    candidate: { next: service({ service_id: 12, cost: 890, period: 12 }) },
  };
  const tariff = { rows: [row(2, { cost: 123.45 })] };

  test('F1: a debt and two services', () => {
    expect(forecast({ balance: -21.56 }, [domain, tariff])).toMatchObject({
      total: 1035.01,
      dept: 21.56,
      items: [{}, {}],
    });
  });

  test('F2: a later unpaid row takes the place of the renewal', () => {
    const prepared = { rows: [...tariff.rows, row(2, { paid: false })] };
    expect(forecast({ balance: -21.56 }, [domain, prepared]).total).toBe(1011.56);
  });

  test('F3: a later paid row leaves nothing to pay', () => {
    const prepaid = { rows: [...tariff.rows, row(2)] };
    const { total, items } = forecast({ balance: -21.56 }, [domain, prepaid]);
    expect([total, items.length]).toEqual([911.56, 1]);
  });

  test('F5: a free trial followed by a tariff, with a discount', () => {
    const trial = {
      rows: [row(1, { cost: 0, discount: 10 })],
      candidate: { service: service({ cost: 0, period: 0.03 }), next: service() },
    };
    const found = forecast({ discount: 10 }, [trial]);
    expect(found).toMatchObject({ total: 90, dept: 0, items: [{ discount: 10, next: { discount: 10, total: 90 } }] });
  });

  test('F6, F7: what is left of the bonus goes into the unpaid service', () => {
    expect(forecast({ balance: 20, bonus: 70 }, [])).toEqual({ balance: 20, bonuses: 70, total: 0, items: [] });
    expect(forecast({ balance: 20, bonus: 70 }, [{ rows: [row(1, { paid: false })] }]).total).toBe(10);
  });

  test.each([
    [100, 0, 35],
    [-50, 0, 185],
    [100, 100, 0],
    [-50, 100, 117.5],
  ])('F8: balance %d, bonus %d, discount 10, limit 50', (balance, bonus, total) => {
    const candidate = { service: service({ cost: 200, limit_bonus_percent: 50 }) };
    const one = { rows: [row(1, { cost: 150, discount: 0 })], candidate };
    expect(forecast({ balance, bonus, discount: 10 }, [one]).total).toBe(total);
  });

  test.each([
    [100, 0, 80],
    [-50, 0, 230],
    [100, 100, 0],
    [-50, 100, 140],
  ])('F9: the same with next = its own id: balance %d, bonus %d', (balance, bonus, total) => {
    const own = service({ cost: 200, limit_bonus_percent: 50 });
    const one = { rows: [row(1, { cost: 150 })], candidate: { service: own, next: own } };
    expect(forecast({ balance, bonus, discount: 10 }, [one]).total).toBe(total);
  });

  test.each([
    [150, 75],
    [200, 100],
    [300, 200],
  ])('F11: no_discount, bonus 100, limit 50, cost %d', (cost, total) => {
    const candidate = { service: service({ cost, no_discount: 1, limit_bonus_percent: 50 }) };
    expect(forecast({ bonus: 100, discount: 10 }, [{ rows: [row(1, { cost })], candidate }]).total).toBe(total);
  });

  test('F18: a composite and its child, both unpaid', () => {
    const child = { rows: [row(2, { cost: 10, paid: false, qnt: 2 })] };
    expect(forecast({}, [{ rows: [row(1, { paid: false })] }, child])).toMatchObject({ total: 120, items: [{}, {}] });
  });

  test('Q8: only the bonus that is used is taken: 250 are enough for two of 100', () => {
    const two = [{ rows: [row(1, { paid: false })] }, { rows: [row(2, { paid: false })] }];
    expect(forecast({ bonus: 250 }, two)).toMatchObject({ total: 0, items: [] });
    expect(forecast({ bonus: 150 }, two)).toMatchObject({ total: 50, items: [{ next: { bonus: 50, total: 50 } }] });
  });
});

describe('price list (domain.md 2.15)', () => {
  const children = [{ cost: 10, qnt: 2 }];
  test.each([
    [{ service: service({ is_composite: 1 }), children }, { discount: 10 }, { cost: 120, real_cost: 108 }],
    [
      { service: service({ limit_bonus_percent: 30 }), children: [] },
      { discount: 50, bonus: 99 },
      { cost_bonus: 15, real_cost: 50, real_cost_with_bonuses: 35, cost_discount: 50 },
    ],
    [
      { service: service({ limit_bonus_percent: 30 }), children: [] },
      { bonus: 99 },
      { cost_bonus: 30, real_cost: 100, real_cost_with_bonuses: 70 },
    ],
    [
      { service: service({ limit_bonus_percent: 50, allow_partial_period: 1 }), children: [] },
      { discount: 10, bonus: 30 },
      { real_cost: 90, cost_bonus: 30, real_cost_with_bonuses: 60, partial_renew: 1 },
    ],
    [
      { service: service({ no_discount: 1 }), children: [] },
      { discount: 10, bonus: 500 },
      { discount: 0, real_cost: 100, cost_bonus: 100 },
    ],
  ])('%#', (offer, purse, columns) => {
    expect(priceOffer(account(purse), offer)).toMatchObject(columns);
  });
});
