import type { JsonObject } from '@countinghouse/contracts';
import { instantOf } from '@countinghouse/store';
import { describe, expect, it } from 'vitest';
import { autoPaymentRefusal, withLastPayment } from './auto-payment-rules.ts';

interface Given {
  /** `settings.auto_payments` of the user, and his other settings. */
  readonly own?: JsonObject;
  readonly settings?: JsonObject;
  /** `billing.auto_payments` of the configuration. */
  readonly configured?: JsonObject;
  readonly amount?: number;
}

function refusal({ own, settings = {}, configured, amount = 100 }: Given): string | undefined {
  return autoPaymentRefusal({
    settings: { ...settings, ...(own ? { auto_payments: own } : {}) },
    billing: configured ? { auto_payments: configured } : {},
    amount,
    now: instantOf('2022-03-03 12:00:00'),
  });
}

/** domain.md 2.12, "Auto-payment". */
describe('an automatic payment', () => {
  it.each<[string, Given]>([
    ['the configuration enables it', { configured: { enabled: true } }],
    ['the user alone has it enabled', { own: { enabled: 1 } }],
    ['the configuration says nothing of it', { own: { enabled: 1 }, configured: { enabled: null } }],
    ['the amount is the limit', { configured: { enabled: 1, withdraw: { max_amount: 100 } } }],
    ['the limit is given as text', { configured: { enabled: 1, withdraw: { max_amount: '100.00' } } }],
    ['a limit is empty', { configured: { enabled: 1, withdraw: { max_amount: '', period: null } } }],
    [
      'the configured limit is higher than the user’s',
      { own: { withdraw: { max_amount: 1 } }, configured: { enabled: 1, withdraw: { max_amount: 100 } } },
    ],
    ['none was made before', { configured: { enabled: 1, withdraw: { period: '1m' } } }],
    ['there is no period', { own: { last_payment: '2022-03-03 12:00:00' }, configured: { enabled: 1 } }],
    [
      'the period has just passed',
      { own: { last_payment: '2022-01-31 12:00:00' }, configured: { enabled: 1, withdraw: { period: '1m' } } },
    ],
    [
      'the configured period is shorter than the user’s',
      {
        own: { last_payment: '2022-03-03 11:00:00', withdraw: { period: '9d' } },
        configured: { enabled: 1, withdraw: { period: '1H' } },
      },
    ],
    ['the user denied it with 0', { settings: { deny_auto_payments: 0 }, configured: { enabled: 1 } }],
  ])('may be asked for where %s', (_where, given) => {
    expect(refusal(given)).toBeUndefined();
  });

  it.each<[string, Given, RegExp]>([
    ['nobody enabled it', {}, /enabled/],
    ['the configuration switches it off', { own: { enabled: 1 }, configured: { enabled: 0 } }, /enabled/],
    ['the user denies it', { settings: { deny_auto_payments: 1 }, configured: { enabled: 1 } }, /deny_auto_payments/],
    ['the amount is 0', { amount: 0, configured: { enabled: 1 } }, /not above 0/],
    ['the amount is negative', { amount: -1, configured: { enabled: 1 } }, /not above 0/],
    ['the limit is lower', { configured: { enabled: 1, withdraw: { max_amount: 99.99 } } }, /max_amount, 99\.99/],
    ['the limit is 0', { configured: { enabled: 1, withdraw: { max_amount: 0 } } }, /max_amount, 0/],
    ['the limit is no number', { configured: { enabled: 1, withdraw: { max_amount: 'much' } } }, /max_amount, "much"/],
    ['the user’s own limit is lower', { own: { enabled: 1, withdraw: { max_amount: 50 } } }, /max_amount, 50/],
    [
      'the period has a second to go',
      { own: { last_payment: '2022-01-31 12:00:01' }, configured: { enabled: 1, withdraw: { period: '1m' } } },
      /was at 2022-01-31 12:00:01/,
    ],
    [
      'the last one is later than now',
      { own: { last_payment: '2022-03-03 12:00:01' }, configured: { enabled: 1, withdraw: { period: '0d' } } },
      /was at/,
    ],
    ['the period has no unit', { configured: { enabled: 1, withdraw: { period: '30' } } }, /period: expected/],
    ['the period is a number', { configured: { enabled: 1, withdraw: { period: 30 } } }, /period: expected/],
    [
      'the last one cannot be read',
      { own: { last_payment: 1_646_308_800 }, configured: { enabled: 1, withdraw: { period: '1d' } } },
      /last_payment and period: date: expected/,
    ],
    [
      'the period never ends',
      { own: { last_payment: '2022-03-03 12:00:00' }, configured: { enabled: 1, withdraw: { period: '9999y' } } },
      /last_payment and period: step: expected/,
    ],
  ])('is refused where %s', (_where, given, reason) => {
    expect(refusal(given)).toMatch(reason);
  });

  it('leaves its time among the other settings', () => {
    const settings = { kept: 1, auto_payments: { enabled: 1, last_payment: '2021-01-01 00:00:00' } };
    const now = instantOf('2022-03-03 12:00:00');
    expect(withLastPayment(settings, now)).toEqual({
      kept: 1,
      auto_payments: { enabled: 1, last_payment: '2022-03-03 12:00:00' },
    });
    expect(withLastPayment({ auto_payments: 'x' }, now)).toEqual({
      auto_payments: { last_payment: '2022-03-03 12:00:00' },
    });
  });
});
