import { describe, expect, test } from 'vitest';
import { refund, Story, service } from './story.ts';

const OLD_ZONE = process.env.TZ;

function inZone<T>(zone: string, tell: () => T): T {
  process.env.TZ = zone;
  try {
    return tell();
  } finally {
    if (OLD_ZONE === undefined) delete process.env.TZ;
    else process.env.TZ = OLD_ZONE;
  }
}

interface Case {
  readonly name: string;
  readonly billing: 'Simpler' | 'Honest';
  readonly zone?: string;
  readonly tariff: Parameters<typeof service>[0];
  readonly order?: object;
  readonly purse: { readonly balance: number; readonly bonus?: number };
  readonly from: string;
  readonly at: string;
  readonly money: number;
  readonly bonus: number;
  readonly row: object;
}

const CASES: readonly Case[] = [
  {
    name: 'R1',
    billing: 'Honest',
    zone: 'Europe/London',
    tariff: { cost: 900 },
    purse: { balance: 900 },
    from: '2019-04-01 01:00:00',
    at: '2019-04-03 01:00:00',
    money: 840,
    bonus: 0,
    row: { total: 60, bonus: 0, months: '0.0200' },
  },
  {
    name: 'R2',
    billing: 'Honest',
    tariff: { cost: 900, period: 3 },
    purse: { balance: 900 },
    from: '2022-01-01 00:00:00',
    at: '2022-02-01 00:00:00',
    money: 600,
    bonus: 0,
    row: { total: 300, bonus: 0, months: '1.0000' },
  },
  {
    name: 'R3',
    billing: 'Honest',
    tariff: { cost: 900, period: 3 },
    purse: { balance: 100, bonus: 800 },
    from: '2022-01-01 00:00:00',
    at: '2022-02-01 00:00:00',
    money: 100,
    bonus: 500,
    row: { total: 0, bonus: 300, months: '1.0000' },
  },
  {
    name: 'R5',
    billing: 'Honest',
    tariff: { cost: 199 },
    purse: { balance: 0, bonus: 199 },
    from: '2022-03-01 00:00:00',
    at: '2022-03-02 00:00:00',
    money: 0,
    bonus: 192.58,
    row: { total: 0, bonus: 6.42 },
  },
  {
    name: 'R6 decided',
    billing: 'Simpler',
    tariff: { cost: 900, allow_return_full_wd: 1 },
    purse: { balance: 900 },
    from: '2022-01-01 00:00:00',
    at: '2022-01-03 00:00:00',
    money: 900,
    bonus: 0,
    row: { total: 0, bonus: 0, end_date: '2022-01-03 00:00:00' },
  },
  {
    name: 'R7 decided',
    billing: 'Simpler',
    tariff: { cost: 900, allow_return_full_wd: 1 },
    purse: { balance: 500, bonus: 400 },
    from: '2022-01-01 00:00:00',
    at: '2022-01-06 00:00:00',
    money: 500,
    bonus: 400,
    row: { total: 0, bonus: 0, end_date: '2022-01-06 00:00:00' },
  },
  {
    name: 'R8',
    billing: 'Honest',
    tariff: { cost: 1000 },
    purse: { balance: 1000 },
    from: '2018-01-01 00:00:00',
    at: '2018-01-15 00:00:00',
    money: 548.39,
    bonus: 0,
    row: { total: 451.61, bonus: 0, months: '0.1400' },
  },
  {
    name: 'R9',
    billing: 'Simpler',
    tariff: {},
    purse: { balance: 100 },
    from: '2022-01-01 00:00:00',
    at: '2022-01-16 00:00:00',
    money: 50,
    bonus: 0,
    row: { total: 50, bonus: 0, months: '0.1500' },
  },
  {
    name: 'R11',
    billing: 'Simpler',
    tariff: { cost: 40 },
    purse: { balance: 40 },
    from: '2022-01-01 00:00:00',
    at: '2022-01-01 00:00:00',
    money: 40,
    bonus: 0,
    row: { total: 0, bonus: 0, months: '0.0000' },
  },
  {
    name: 'R12',
    billing: 'Simpler',
    tariff: { cost: 30, period: 0.01 },
    purse: { balance: 30 },
    from: '2022-01-01 00:00:00',
    at: '2022-01-01 06:00:00',
    money: 22.5,
    bonus: 0,
    row: { total: 7.5, bonus: 0, months: '0.0006' },
  },
  {
    name: 'R14 decided, day 6',
    billing: 'Simpler',
    tariff: {},
    order: { discount: 50 },
    purse: { balance: 50 },
    from: '2022-01-01 00:00:00',
    at: '2022-01-07 00:00:00',
    money: 40,
    bonus: 0,
    row: { total: 10 },
  },
  {
    name: 'R14 decided, day 24',
    billing: 'Simpler',
    tariff: {},
    order: { discount: 50 },
    purse: { balance: 50 },
    from: '2022-01-01 00:00:00',
    at: '2022-01-25 00:00:00',
    money: 10,
    bonus: 0,
    row: { total: 40 },
  },
  {
    name: 'R15 decided',
    billing: 'Simpler',
    tariff: {},
    order: { qnt: 2 },
    purse: { balance: 200 },
    from: '2022-01-01 00:00:00',
    at: '2022-01-16 00:00:00',
    money: 100,
    bonus: 0,
    row: { total: 100 },
  },
];

describe('refund (domain.md 2.9 with Q1 to Q3)', () => {
  test.each(CASES)('$name', (one) =>
    inZone(one.zone ?? 'UTC', () => {
      const story = new Story(one.billing, one.from, one.purse);
      const tariff = service(one.tariff);
      const ordered = story.order(tariff, one.order);
      expect(ordered.outcome).toBe('paid');
      const [outcome] = story.settle(refund(1, tariff, ordered.withdraw_id ?? 0, one.at));
      expect(outcome).toMatchObject({ outcome: 'done', money: one.money, bonus: one.bonus });
      expect(story.withdraw(ordered.withdraw_id ?? 0)).toMatchObject(one.row);
      expect([story.balance, story.bonus]).toEqual([one.money, one.bonus]);
    }),
  );

  test('Q3: a full return cannot be paid twice', () => {
    const tariff = service({ allow_return_full_wd: 1 });
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 100 });
    story.order(tariff);
    story.settle(refund(1, tariff, 1, '2022-01-02 00:00:00'));
    expect(story.settle(refund(1, tariff, 1, '2022-01-03 00:00:00'))).toMatchObject([{ outcome: 'none', money: 0 }]);
    expect(story.balance).toBe(100);
  });

  test.each([
    ['R16: no_money_back', { no_money_back: 1 }, '2022-01-02 00:00:00'],
    ['the period is over', {}, '2022-02-01 00:00:00'],
    ['it was created later', {}, '2021-12-01 00:00:00'],
  ])('nothing where %s', (_name, terms, at) => {
    const tariff = service(terms);
    const story = new Story('Simpler', '2022-01-01 00:00:00', { balance: 100 });
    story.order(tariff);
    expect(story.settle(refund(1, tariff, 1, at))).toMatchObject([{ outcome: 'none', money: 0, bonus: 0 }]);
    expect(story.withdraw(1)?.total).toBe(100);
  });

  test('nothing of an unpaid row; it can be discarded, a paid one cannot', () => {
    const story = new Story('Simpler', '2022-01-01 00:00:00');
    story.order(service());
    expect(story.settle(refund(1, service(), 1, story.now))[0]?.outcome).toBe('none');
    const discard = { do: 'discard' as const, user_service_id: 1, withdraw_id: 1 };
    expect(story.settle(discard)).toMatchObject([{ outcome: 'done', withdraw_id: null }]);
    expect(story.withdraw(1)).toBeUndefined();
    story.set({ balance: 100 });
    const { withdraw_id } = story.order(service());
    expect(story.settle({ ...discard, withdraw_id: withdraw_id ?? 0 })[0]?.outcome).toBe('none');
  });
});
