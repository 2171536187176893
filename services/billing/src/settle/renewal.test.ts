import { describe, expect, test } from 'vitest';
import { pay, prepare, renew, Story, service } from './story.ts';

const OLD_ZONE = process.env.TZ;

/** Dates of rows are instants of the process's zone, so a story of a zone sets it. */
function inZone<T>(zone: string, tell: () => T): T {
  process.env.TZ = zone;
  try {
    return tell();
  } finally {
    if (OLD_ZONE === undefined) delete process.env.TZ;
    else process.env.TZ = OLD_ZONE;
  }
}

describe('renewal (domain.md 2.7)', () => {
  test('L1 to L3: renewed, then unpaid, then the same row paid later', () =>
    inZone('UTC', () => {
      const tariff = service({ cost: 1000 });
      const story = new Story('Honest', '2017-01-01 00:00:00', { balance: 2000 });
      expect(story.order(tariff).end_date).toBe('2017-01-31 23:59:59');
      story.now = '2017-02-01 13:14:01';
      const [l1] = story.settle(renew(1, tariff, { withdraw_id: 1, base: '2017-01-31 23:59:59' }));
      expect(l1).toMatchObject({ outcome: 'paid', withdraw_id: 2, end_date: '2017-02-28 23:59:57' });
      expect(story.withdraw(2)).toMatchObject({ total: 1000, withdraw_date: '2017-02-01 13:14:01' });
      expect(story.balance).toBe(0);
      story.now = '2017-03-01 00:00:00';
      const [l2] = story.settle(renew(1, tariff, { withdraw_id: 2, base: '2017-02-28 23:59:57' }));
      expect(l2).toMatchObject({ outcome: 'unpaid', withdraw_id: 3, end_date: null });
      story.now = '2017-03-02 12:00:00';
      story.set({ balance: 1000.03 });
      const [l3] = story.settle(renew(1, tariff, { withdraw_id: 3 }));
      expect(l3).toMatchObject({ outcome: 'paid', withdraw_id: 3, end_date: '2017-04-02 10:50:18' });
      expect(story.balance).toBe(0.03);
    }));

  test('L6 and L7: an unpaid row is priced anew', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00');
    story.order(service());
    story.set({ discount: 20 });
    const recalc = { do: 'recalc' as const, user_service_id: 1, withdraw_id: 1, service: service() };
    expect(story.settle(recalc)).toMatchObject([{ outcome: 'done' }]);
    expect(story.withdraw(1)).toMatchObject({ total: 80, discount: 20 });
    story.set({ discount: 0 });
    story.settle({ ...recalc, months: 3 });
    expect(story.withdraw(1)).toMatchObject({ total: 270, discount: 10, months: '3.0000' });
  });

  test.each([
    ['L8', null, 100],
    ['L9', service({ cost: 200 }), 200],
  ])('%s: a raised price reaches subscribers only by next', (_name, next, total) => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 1000 });
    story.order(service());
    story.now = '2022-01-31 00:00:00';
    story.settle(renew(1, service({ cost: 200 }), { withdraw_id: 1, next, base: '2022-01-30 23:59:59' }));
    expect(story.withdraw(2)).toMatchObject({ total, cost: total });
  });

  test('the discount is sticky: one that is not 0 is inherited, 0 is found anew (domain.md 2.2)', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 1000, discount: 10 });
    story.order(service());
    story.set({ discount: 30 });
    story.settle(renew(1, service(), { withdraw_id: 1 }));
    expect(story.withdraw(2)?.discount).toBe(10);
    const other = new Story('Simpler', '2022-01-01 00:00:00', { balance: 1000 });
    other.order(service(), { qnt: 2 });
    other.set({ discount: 25 });
    other.settle(renew(1, service(), { withdraw_id: 1 }));
    expect(other.withdraw(2)).toMatchObject({ discount: 25, qnt: 2, total: 150 });
  });

  test('a prepared later row is used as it is', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 1000 });
    story.order(service());
    story.settle(prepare(1, service(), { cost: 55, months: 2 }));
    story.now = '2022-01-31 00:00:00';
    const [outcome] = story.settle(renew(1, service(), { withdraw_id: 1, base: '2022-01-30 23:59:59' }));
    expect(outcome).toMatchObject({ outcome: 'paid', withdraw_id: 2, months: 2, end_date: '2022-03-31 23:59:58' });
    expect(story.withdraw(2)?.total).toBe(110);
  });

  test('next: removed at the end', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 1000 });
    story.order(service());
    expect(story.settle(renew(1, service(), { withdraw_id: 1, next: 'remove' }))).toMatchObject([
      { outcome: 'remove', withdraw_id: 1 },
    ]);
    expect(story.balance).toBe(900);
  });

  test('C10: a free trial that goes over to a tariff counts from its old end', () => {
    const trial = service({ service_id: 9, cost: 0, period: 0.03 });
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 100 });
    expect(story.order(trial).end_date).toBe('2022-01-03 23:59:59');
    story.now = '2022-01-04 12:00:00';
    const [outcome] = story.settle(renew(1, trial, { withdraw_id: 1, next: service(), base: '2022-01-03 23:59:59' }));
    expect(outcome).toMatchObject({ outcome: 'paid', service_id: 1, end_date: '2022-02-02 23:59:58' });
  });
});

describe('partial renewal (domain.md 2.8)', () => {
  test('PP1: 50 of 100 buys half a month', () =>
    inZone('Europe/London', () => {
      const tariff = service({ allow_partial_period: 1 });
      const story = new Story('Honest', '2019-10-01 00:00:00', { balance: 100 });
      story.order(tariff);
      story.now = '2019-11-02 00:00:00';
      story.set({ balance: 50 });
      const [outcome] = story.settle(renew(1, tariff, { withdraw_id: 1, base: '2019-11-01 00:58:02' }));
      expect(outcome).toMatchObject({ outcome: 'paid', end_date: '2019-11-17 00:58:01' });
      expect(story.withdraw(2)).toMatchObject({ months: '0.1600', total: 50 });
      expect(story.balance).toBe(0);
    }));

  test.each([
    ['PP4', 'Simpler' as const, 0.01, 'paid', 0],
    ['PP5', 'Simpler' as const, 0, 'unpaid', 0],
    ['PP6 decided', 'Honest' as const, 0, 'unpaid', 0],
    ['PP7 decided', 'Simpler' as const, -50, 'unpaid', -50],
    ['PP7 decided', 'Honest' as const, -50, 'unpaid', -50],
  ])('%s: %s with a balance of %d is %s', (_name, billing, balance, outcome, left) => {
    const tariff = service({ allow_partial_period: 1 });
    const story = new Story(billing, '2022-01-01 00:00:00', { balance: 100 });
    story.order(tariff);
    story.now = '2022-02-01 00:00:00';
    story.set({ balance });
    expect(story.settle(renew(1, tariff, { withdraw_id: 1 }))[0]?.outcome).toBe(outcome);
    expect([story.balance, story.bonus]).toEqual([left, 0]);
    if (outcome === 'paid') expect(story.withdraw(2)?.months).toBe('0.0001');
  });

  test('credit is not used for a part', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 100 });
    story.order(service());
    story.set({ balance: 30, credit: 20 });
    story.settle(renew(1, service(), { withdraw_id: 1, partial: true }));
    expect(story.balance).toBe(0);
    expect(story.withdraw(2)).toMatchObject({ total: 30, months: '0.0900' });
  });

  test('an order is never bought in part by the flag alone', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 50 });
    expect(story.order(service({ allow_partial_period: 1 })).outcome).toBe('unpaid');
  });
});

describe('tariff change and added time (domain.md 2.10, 2.11)', () => {
  test('C1: after 10 of 30 days the rest comes back and the new tariff is charged in full', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 100 });
    story.order(service());
    story.now = '2022-01-11 00:00:00';
    const cheap = service({ service_id: 2, cost: 40 });
    const outcomes = story.settle(
      { do: 'refund', user_service_id: 1, withdraw_id: 1, service: service(), moment: story.now },
      renew(1, service(), { withdraw_id: 1, next: cheap }),
    );
    expect(outcomes).toMatchObject([
      { money: 66.67 },
      { outcome: 'paid', end_date: '2022-02-09 23:59:59', service_id: 2 },
    ]);
    expect(story.balance).toBe(26.67);
  });

  test('C2: a dearer tariff that cannot be paid stays unpaid and is paid later from then on', () => {
    const [cheap, dear] = [service({ service_id: 2, cost: 40 }), service()];
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 40 });
    story.order(cheap);
    story.now = '2022-01-16 00:00:00';
    const outcomes = story.settle(
      { do: 'refund', user_service_id: 1, withdraw_id: 1, service: cheap, moment: story.now },
      renew(1, cheap, { withdraw_id: 1, next: dear }),
    );
    expect(outcomes).toMatchObject([{ money: 20 }, { outcome: 'unpaid', withdraw_id: 2 }]);
    expect(story.balance).toBe(20);
    story.now = '2022-01-20 00:00:00';
    story.set({ balance: 100 });
    expect(story.settle(renew(1, dear, { withdraw_id: 2 }))[0]).toMatchObject({ end_date: '2022-02-18 23:59:59' });
  });

  test('C3: at once from 200 to 100', () => {
    const [dear, cheap] = [service({ cost: 200 }), service({ service_id: 2 })];
    const story = new Story('Honest', '2022-01-01 00:00:00', { balance: 200 });
    story.order(dear);
    story.settle(
      { do: 'refund', user_service_id: 1, withdraw_id: 1, service: dear, moment: story.now },
      renew(1, dear, { withdraw_id: 1, next: cheap }),
    );
    expect(story.balance).toBe(100);
  });

  test.each([
    [10, 'unpaid', 10],
    [100, 'paid', 0],
  ])('C4: NOT PAID from 200 to 100 with a balance of %i', (balance, outcome, left) => {
    const [dear, cheap] = [service({ cost: 200 }), service({ service_id: 2 })];
    const story = new Story('Simpler', '2022-01-01 00:00:00');
    story.order(dear);
    story.set({ balance });
    const [, paid] = story.settle({ do: 'switch', user_service_id: 1, withdraw_id: 1, service: cheap }, pay(1, cheap));
    expect(paid).toMatchObject({ outcome, withdraw_id: 1, service_id: 2 });
    expect(story.withdraw(1)).toMatchObject({ cost: 100, total: 100 });
    expect(story.balance).toBe(left);
  });

  test('C5: a BLOCKed service changes to what 50 of 100 buy', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 10 });
    story.order(service({ cost: 10 }));
    story.now = '2022-03-01 00:00:00';
    story.set({ balance: 50 });
    const wanted = service({ service_id: 2, allow_partial_period: 1 });
    const [, paid] = story.settle(
      { do: 'switch', user_service_id: 1, withdraw_id: 1, service: wanted },
      pay(1, wanted),
    );
    expect(paid).toMatchObject({ outcome: 'paid', withdraw_id: 2, months: 0.15 });
    expect(story.withdraw(2)?.total).toBe(50);
    expect(story.balance).toBe(0);
  });

  test('A1: 450 for a tariff of 900', () =>
    inZone('Europe/London', () => {
      const story = new Story('Honest', '2019-04-01 01:00:00', { balance: 900 });
      story.order(service({ cost: 900 }));
      const extend = {
        do: 'extend' as const,
        user_service_id: 1,
        withdraw_id: 1,
        service: service({ cost: 900 }),
        money: 450,
      };
      expect(story.settle(extend)).toMatchObject([{ outcome: 'done', months: 1.15, end_date: '2019-05-16 01:01:59' }]);
      expect(story.withdraw(1)?.total).toBe(1350);
      expect(story.balance).toBe(-450);
    }));

  test('A3: the unit price is after discount', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 50 });
    story.order(service(), { discount: 50 });
    story.settle({ do: 'extend', user_service_id: 1, withdraw_id: 1, service: service(), money: 25 });
    expect(story.withdraw(1)).toMatchObject({ months: '1.1500', total: 75 });
    expect(story.balance).toBe(-25);
  });
});
