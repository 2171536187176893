import { describe, expect, test } from 'vitest';
import { pay, prepare, renew, Story, service } from './story.ts';

describe('price and payment of a new service (domain.md 2.1, 2.2)', () => {
  test.each([
    ['W1', '2019-01-01 00:00:00', { cost: 1200, period: 12 }, { months: 1 }, 100, '2019-01-31 23:59:59'],
    ['W2', '2019-01-01 00:00:00', { cost: 600, period: 12 }, { months: 12 }, 600, '2019-12-31 23:59:59'],
    ['W3a', '2019-01-01 00:00:00', { cost: 310 }, { months: 0.01 }, 10, '2019-01-01 23:59:59'],
    ['W3b', '2019-01-01 00:00:00', { cost: 310 }, { months: 0.02 }, 20, '2019-01-02 23:59:59'],
    ['W3c', '2019-01-01 00:00:00', { cost: 310 }, { months: 0.13 }, 130, '2019-01-13 23:59:59'],
    ['W4', '2019-01-01 00:00:00', { cost: 600 }, { months: 1, discount: 20 }, 480, '2019-01-31 23:59:59'],
    ['W5', '2017-01-01 00:00:00', { cost: 1000 }, { months: 2.01 }, 2032.26, '2017-03-01 23:59:59'],
    ['W6', '2017-01-01 00:00:00', { cost: 100 }, { months: 4 }, 360, '2017-04-30 23:59:59'],
    ['W7', '2017-01-01 00:00:00', { cost: 1004.13 }, { months: 0.01 }, 32.39, '2017-01-01 23:59:59'],
  ])('%s Honest', (_name, now, catalogue, terms, total, end) => {
    const story = new Story('Honest', now, { balance: 5000 });
    const outcome = story.order(service(catalogue), terms);
    expect(outcome).toMatchObject({ outcome: 'paid', end_date: end });
    expect(story.withdraw(1)?.total).toBe(total);
    expect(story.balance).toBeCloseTo(5000 - total, 10);
  });

  test.each([
    ['W9a', { months: 3 }, 95],
    ['W9b', { months: 6 }, 190],
    ['W9c', { months: 1 }, 31.66],
  ])('%s Simpler, period 3, user discount 5', (_name, terms, total) => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 1000, discount: 5 });
    story.order(service({ period: 3 }), terms);
    expect(story.withdraw(1)).toMatchObject({ total, discount: 5 });
  });

  test.each([
    [1, 100],
    [2, 200],
    [3, 270],
    [5, 450],
    [6, 510],
    [12, 960],
    [24, 1680],
    [36, 2160],
  ])('D5: %i months cost %d', (months, total) => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 5000 });
    story.order(service(), { months });
    expect(story.withdraw(1)?.total).toBe(total);
  });

  test.each([
    ['D1', { period: 1 }, { months: 3 }, 0, 10],
    ['D2', { period: 12 }, { months: 24 }, 0, 0],
    ['D3', { period: 1 }, {}, 13, 13],
    ['D4', { period: 1 }, { months: 13 }, 0, 20],
    ['D7', { period: 1, no_discount: 1 }, { months: 12 }, 13, 0],
    ['capped', { period: 1 }, { months: 36 }, 90, 100],
  ])('%s: the discount', (_name, catalogue, terms, userDiscount, percent) => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 5000, discount: userDiscount });
    story.order(service(catalogue), terms);
    expect(story.withdraw(1)?.discount).toBe(percent);
  });

  test.each([
    [3, 285, 3],
    [0.5, 95, 1],
    [1.5, 142.5, 1.5],
  ])('W11: cost 100, discount 5, quantity %d', (qnt, total, stored) => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 5000 });
    story.order(service(), { qnt, discount: 5 });
    expect(story.withdraw(1)).toMatchObject({ total, qnt: stored });
  });
});

describe('affordability (domain.md 2.6)', () => {
  test.each([
    [0, 100, 0, 99],
    [30, 70, 30, 69],
    [100, 1, 99, 0],
  ])('B5: bonus 99 with a limit of %i %%', (limit, total, bonus, left) => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 1000, bonus: 99 });
    story.order(service({ limit_bonus_percent: limit }));
    expect(story.withdraw(1)).toMatchObject({ total, bonus });
    expect(story.bonus).toBe(left);
    expect(story.bonusRows).toEqual(bonus === 0 ? [] : [-bonus]);
  });

  test.each([
    ['B7', { balance: -20, bonus: 120 }, 'paid', -20, 20],
    ['B7', { balance: -20, bonus: 119 }, 'unpaid', -20, 119],
    ['B8', { balance: 0, credit: 100 }, 'paid', -100, 0],
    ['B8', { balance: 0, credit: 99 }, 'unpaid', 0, 0],
    ['B9', { balance: 0, can_overdraft: 1 }, 'paid', -100, 0],
  ])('%s: cost 100 with %j is %s', (_name, purse, outcome, balance, bonus) => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', purse);
    expect(story.order(service()).outcome).toBe(outcome);
    expect([story.balance, story.bonus]).toEqual([balance, bonus]);
  });

  test('B10: what costs nothing is paid with a debt', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: -10 });
    expect(story.order(service({ cost: 0 })).outcome).toBe('paid');
    expect(story.balance).toBe(-10);
  });

  test('Q7: pay_in_credit lets the balance go below zero', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00');
    expect(story.order(service({ pay_in_credit: 1 })).outcome).toBe('paid');
    expect(story.balance).toBe(-100);
  });

  test('B11: a composite is paid together or not at all', () => {
    const root = service({ is_composite: 1 });
    const child = service({ service_id: 2, cost: 10 });
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 100 });
    const unpaid = story.settle(
      prepare(1, root),
      prepare(2, child, { qnt: 2 }),
      pay(1, root, { composite: [2] }),
      pay(2, child, { requires: 1 }),
    );
    expect(unpaid.slice(2).map((one) => one.outcome)).toEqual(['unpaid', 'skipped']);
    expect(story.balance).toBe(100);
    story.set({ balance: 120 });
    const paid = story.settle(
      pay(1, root, { withdraw_id: 1, composite: [2] }),
      pay(2, child, { withdraw_id: 2, requires: 1 }),
    );
    expect(paid.map((one) => one.outcome)).toEqual(['paid', 'paid']);
    expect(story.balance).toBe(0);
  });

  test('B14 decided (Q4): a child is not charged before its parent is paid', () => {
    const parent = service();
    const child = service({ service_id: 2, cost: 10 });
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 50 });
    const outcomes = story.settle(
      prepare(1, parent),
      prepare(2, child, { qnt: 3 }),
      pay(1, parent),
      pay(2, child, { requires: 1 }),
    );
    expect(outcomes.map((one) => one.outcome)).toEqual(['done', 'done', 'unpaid', 'skipped']);
    expect(story.balance).toBe(50);
    expect(story.withdraw(2)?.withdraw_date).toBeNull();
  });

  test('Q23: at the renewal of a composite the prices of the coming period count', () => {
    const root = service({ is_composite: 1 });
    const child = service({ service_id: 2, cost: 10 });
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 100, bonus: 20 });
    story.settle(
      prepare(1, root),
      prepare(2, child, { qnt: 2 }),
      pay(1, root, { composite: [2] }),
      pay(2, child, { requires: 1 }),
    );
    story.now = '2022-02-01 00:00:00';
    story.set({ balance: 100, bonus: 0 });
    const steps = [
      renew(1, root, { withdraw_id: 1, composite: [2] }),
      renew(2, child, { withdraw_id: 2, requires: 1 }),
    ];
    expect(story.settle(...steps).map((one) => one.outcome)).toEqual(['unpaid', 'skipped']);
    expect(story.balance).toBe(100);
  });

  test('a row that is paid already counts as paid and costs nothing more', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 150 });
    story.order(service());
    const [again] = story.settle(pay(1, service(), { withdraw_id: 1 }));
    expect(again).toMatchObject({ outcome: 'paid', end_date: '2022-01-30 23:59:59' });
    expect(story.balance).toBe(50);
  });

  test('a row that is missing cannot be paid', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 150 });
    expect(story.settle(pay(1, service(), { withdraw_id: 77 }))).toMatchObject([
      { outcome: 'unpaid', withdraw_id: null },
    ]);
  });

  test('Q19: a period of 0 is a one-off that is never renewed', () => {
    const oneOff = service({ period: 0 });
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 150 });
    expect(story.order(oneOff)).toMatchObject({ outcome: 'paid', one_off: true, end_date: '2021-12-31 23:59:59' });
    expect(story.balance).toBe(50);
    expect(story.settle(renew(1, oneOff, { withdraw_id: 1 }))).toMatchObject([{ outcome: 'remove' }]);
    expect(story.balance).toBe(50);
  });
});
