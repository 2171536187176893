import { describe, expect, it } from 'vitest';
import { formatLocal, type PaidWithdraw, parseLocal, periodEndAt, type RefundArguments, refund } from './index.ts';

const ZONE = 'Europe/London';

interface Purchase extends Partial<Omit<RefundArguments, 'withdraw' | 'atMs' | 'zone'>> {
  total: number;
  bonus?: number;
  cost: number;
  from: string;
  to: string;
  withdraw?: Partial<PaidWithdraw>;
}

/** Money in whole units, local times in London. */
function refundOf({ total, bonus = 0, cost, from, to, withdraw = {}, ...rest }: Purchase) {
  const startMs = parseLocal(from, ZONE);
  const atMs = parseLocal(to, ZONE);
  const request = { billing: 'Honest', zone: ZONE, period: 1, ...rest } as const;
  const paid: PaidWithdraw = {
    costCents: cost * 100,
    discount: 0,
    qnt: 1,
    months: '1.0000',
    totalCents: total * 100,
    bonusCents: bonus * 100,
    createdMs: startMs,
    startMs,
    endMs: periodEndAt({ ...request, startMs }),
    ...withdraw,
  };
  const result = refund({ ...request, withdraw: paid, atMs });
  if (result === undefined) return undefined;
  const row = result.withdraw;
  return {
    money: result.moneyCents / 100,
    bonus: result.bonusCents / 100,
    row: [row.totalCents / 100, row.bonusCents / 100, row.months],
    end: formatLocal(row.endMs, ZONE),
  };
}

const SIMPLER = { billing: 'Simpler', from: '2022-01-01 00:00:00' } as const;
const HALF_OFF = { ...SIMPLER, total: 50, cost: 100, withdraw: { discount: 50 } } as const;
const PAIR = { total: 200, cost: 100, from: '2022-01-01 00:00:00', to: '2022-01-16 00:00:00', withdraw: { qnt: 2 } };

describe('refund (domain.md 2.9, decisions 13)', () => {
  it.each<[string, Purchase, number, number, [number, number, string]]>([
    [
      'R1 after two days',
      { total: 900, cost: 900, from: '2019-04-01 01:00:00', to: '2019-04-03 01:00:00' },
      840,
      0,
      [60, 0, '0.02'],
    ],
    [
      'R2 after a month of three',
      { total: 900, cost: 900, period: 3, from: '2022-01-01 00:00:00', to: '2022-02-01 00:00:00' },
      600,
      0,
      [300, 0, '1.00'],
    ],
    [
      'R3 bonus is kept first',
      { total: 100, bonus: 800, cost: 900, period: 3, from: '2022-01-01 00:00:00', to: '2022-02-01 00:00:00' },
      100,
      500,
      [0, 300, '1.00'],
    ],
    [
      'R5 paid by bonus',
      { total: 0, bonus: 199, cost: 199, from: '2022-03-01 00:00:00', to: '2022-03-02 00:00:00' },
      0,
      192.58,
      [0, 6.42, '0.01'],
    ],
    [
      'R6 in full',
      { total: 900, cost: 900, fullReturn: true, from: '2022-01-01 00:00:00', to: '2022-01-03 00:00:00' },
      900,
      0,
      [0, 0, '1.0000'],
    ],
    [
      'R7 in full, bonus too',
      { total: 500, bonus: 400, cost: 900, fullReturn: true, from: '2022-01-01 00:00:00', to: '2022-01-06 00:00:00' },
      500,
      400,
      [0, 0, '1.0000'],
    ],
    [
      'R8 in January',
      { total: 1000, cost: 1000, from: '2018-01-01 00:00:00', to: '2018-01-15 00:00:00' },
      548.39,
      0,
      [451.61, 0, '0.14'],
    ],
    [
      'R9 after 15 of 30 days',
      { ...SIMPLER, total: 100, cost: 100, to: '2022-01-16 00:00:00' },
      50,
      0,
      [50, 0, '0.1500'],
    ],
    ['R11 in the same second', { ...SIMPLER, total: 40, cost: 40, to: '2022-01-01 00:00:00' }, 40, 0, [0, 0, '0.0000']],
    [
      'R12 six hours of a day',
      { ...SIMPLER, total: 30, cost: 30, period: '0.01', to: '2022-01-01 06:00:00' },
      22.5,
      0,
      [7.5, 0, '0.0006'],
    ],
    ['R14 half price, after 6 days', { ...HALF_OFF, to: '2022-01-07 00:00:00' }, 40, 0, [10, 0, '0.0600']],
    ['R14 half price, after 24 days', { ...HALF_OFF, to: '2022-01-25 00:00:00' }, 10, 0, [40, 0, '0.2400']],
    ['R15 two pieces, Simpler', { ...PAIR, billing: 'Simpler' }, 100, 0, [100, 0, '0.1500']],
    ['R15 two pieces, Honest', PAIR, 103.22, 0, [96.78, 0, '0.15']],
    [
      'C1 after 10 of 30 days',
      { ...SIMPLER, total: 100, cost: 100, to: '2022-01-11 00:00:00' },
      66.67,
      0,
      [33.33, 0, '0.1000'],
    ],
    [
      'C2 after 15 days of 40',
      { ...SIMPLER, total: 40, cost: 40, to: '2022-01-16 00:00:00' },
      20,
      0,
      [20, 0, '0.1500'],
    ],
    ['C3 at once', { ...SIMPLER, total: 200, cost: 200, to: '2022-01-01 00:00:00' }, 200, 0, [0, 0, '0.0000']],
    [
      'C6 stopped, unexpired: the unused part comes back',
      { ...SIMPLER, total: 100, cost: 100, to: '2022-01-21 00:00:00' },
      33.33,
      0,
      [66.67, 0, '0.2000'],
    ],
    [
      'money covers the use: all bonus goes back',
      { ...SIMPLER, total: 60, bonus: 40, cost: 100, to: '2022-01-16 00:00:00' },
      10,
      40,
      [50, 0, '0.1500'],
    ],
    [
      'more used than paid: nothing is charged',
      { ...SIMPLER, total: 10, bonus: 5, cost: 100, to: '2022-01-16 00:00:00' },
      0,
      0,
      [10, 5, '0.1500'],
    ],
    [
      'bonus, then a part of the money',
      { ...SIMPLER, total: 40, bonus: 30, cost: 100, to: '2022-01-16 00:00:00' },
      20,
      0,
      [20, 30, '0.1500'],
    ],
    [
      'paid ahead: nothing is used before the start',
      { ...SIMPLER, total: 100, cost: 100, to: '2021-12-25 00:00:00', withdraw: { createdMs: 0 } },
      100,
      0,
      [0, 0, '0.0000'],
    ],
  ])('%s', (_name, purchase, money, bonus, row) =>
    expect(refundOf(purchase)).toEqual({ money, bonus, row, end: purchase.to }),
  );

  const running: Purchase = { ...SIMPLER, total: 100, cost: 100, to: '2022-01-16 00:00:00' };

  it.each<[string, Partial<Purchase>]>([
    ['R16 the service gives no money back', { noMoneyBack: true }],
    ['the withdraw is unpaid', { withdraw: { startMs: null, endMs: null } }],
    ['the period is over', { to: '2022-01-30 23:59:59' }],
    ['the withdraw was made later', { withdraw: { createdMs: parseLocal('2022-01-16 00:00:01', ZONE) } }],
    ['Q19 it was a one-off', { period: 0, withdraw: { endMs: parseLocal('2023-01-01 00:00:00', ZONE) } }],
  ])('nothing happens where %s', (_name, change) => expect(refundOf({ ...running, ...change })).toBeUndefined());

  it('Q3 a full return cannot be repeated', () => {
    const endMs = parseLocal('2022-01-03 00:00:00', ZONE);
    const returned = { ...running, fullReturn: true, to: '2022-01-03 00:00:00', total: 0, withdraw: { endMs } };
    expect(refundOf(returned)).toBeUndefined();
  });

  it('names money that is no whole number of cents', () => {
    expect(() => refundOf({ ...running, withdraw: { totalCents: 0.5 } })).toThrow(
      /^totalCents: expected a whole number/,
    );
  });
});
