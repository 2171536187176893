import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import { dateTextOf, instantOf } from '@countinghouse/store';
import { addPeriodToDate } from '@countinghouse/tariff';
import { objectOf } from '../configuration/json-object.ts';
import { memberOf } from '../user/settings.ts';
import { isSet } from './configured-entry.ts';

export interface AutoPaymentTerms {
  /** The user's settings and the configuration's `billing`. */
  readonly settings: JsonObject;
  readonly billing: JsonObject;
  readonly amount: number;
  /** Business time. */
  readonly now: Date;
}

/** Why no automatic payment may be asked for now, undefined where it may be (domain.md 2.12). */
export function autoPaymentRefusal(terms: AutoPaymentTerms): string | undefined {
  const { settings, amount } = terms;
  if (!isSet(limitOf(terms, 'enabled'))) return 'auto_payments.enabled is not set';
  if (isSet(settings.deny_auto_payments)) return 'deny_auto_payments is set';
  if (!(amount > 0)) return 'the amount is not above 0';
  return amountRefusal(terms) ?? periodRefusal(terms);
}

/** The settings after an automatic payment was asked for: when the last one was. */
export function withLastPayment(settings: JsonObject, now: Date): JsonObject {
  return { ...settings, auto_payments: { ...objectOf(settings.auto_payments), last_payment: dateTextOf(now) } };
}

/** A member of `auto_payments`: the configuration's where it has one, else the user's. */
function limitOf({ settings, billing }: AutoPaymentTerms, ...path: readonly string[]): JsonValue | undefined {
  const within = (root: JsonObject) => path.reduce<JsonValue | undefined>(memberOf, memberOf(root, 'auto_payments'));
  return within(billing) ?? within(settings);
}

/** A limit that is no number allows nothing: it must not be taken for none. */
function amountRefusal(terms: AutoPaymentTerms): string | undefined {
  const limit = limitOf(terms, 'withdraw', 'max_amount');
  if (isAbsent(limit) || terms.amount <= Number(limit)) return undefined;
  return `the amount is above auto_payments.withdraw.max_amount, ${JSON.stringify(limit)}`;
}

function periodRefusal(terms: AutoPaymentTerms): string | undefined {
  const period = limitOf(terms, 'withdraw', 'period');
  if (isAbsent(period)) return undefined;
  if (!isPeriod(period)) return 'auto_payments.withdraw.period: expected a number and d, m, y, H or M, such as 10d';
  const last = memberOf(terms.settings.auto_payments, 'last_payment');
  if (isAbsent(last)) return undefined;
  try {
    const until = instantOf(addPeriodToDate(String(last), period));
    return until <= terms.now ? undefined : `the last automatic payment was at ${last}`;
  } catch (error) {
    if (error instanceof RangeError) return `auto_payments.last_payment and period: ${error.message}`;
    throw error;
  }
}

/** domain.md 2.3, "add period to date". */
function isPeriod(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && /^\d{1,6}[dmyHM]$/.test(value);
}

function isAbsent(value: JsonValue | undefined): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}
