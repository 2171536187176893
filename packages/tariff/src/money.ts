import { invalidArgument } from './argument.ts';
import { type DecimalInput, parseDecimal } from './decimal.ts';
import { divide, multiply, type Rational, type Rounding, toWhole, whole } from './rational.ts';

/** The largest amount either way, in cents: 99,999,999.99. */
export const MONEY_CENTS_MAX = 9_999_999_999;

const HUNDRED = whole(100n);

/**
 * Reads an amount of money as cents, halves of a cent away from zero.
 * @throws RangeError naming `argument` when it is no decimal number or beyond 99,999,999.99 either way.
 * @example parseMoney('1.005') // 101
 */
export function parseMoney(value: unknown, { argument = 'money' }: { argument?: string } = {}): number {
  const cents = toCents(parseDecimal(value, argument), 'round');
  if (cents > MONEY_CENTS_MAX || cents < -MONEY_CENTS_MAX) {
    throw invalidArgument(argument, 'an amount of at most 99999999.99 either way', value);
  }
  return Number(cents);
}

/** The shortest decimal text of an amount in cents: 3000 → `'30'`, 50 → `'0.5'`. */
export function formatMoney(cents: number): string {
  return formatCents(wholeCents(cents));
}

/** An amount in cents as a number with at most two decimals, for JSON. */
export function moneyToNumber(cents: number): number {
  return Number(formatMoney(cents));
}

/** A decimal brought to cents, halves away from zero (decisions 10): `round('-0.125')` is -13. */
export function round(value: DecimalInput): number {
  return decimalToCents(value, 'round');
}

/** A decimal brought to cents towards plus infinity: `roundUp('-1.005')` is -100. */
export function roundUp(value: DecimalInput): number {
  return decimalToCents(value, 'roundUp');
}

/** A decimal brought to cents towards minus infinity: `roundDown('-1.005')` is -101. */
export function roundDown(value: DecimalInput): number {
  return decimalToCents(value, 'roundDown');
}

/** cents × factor in whole cents. */
export function multiplyMoney(cents: number, factor: DecimalInput, rounding: Rounding = 'round'): number {
  return safeCents(toWhole(multiply(whole(wholeCents(cents)), parseDecimal(factor, 'factor')), rounding));
}

/** `percent` percent of an amount, in whole cents. */
export function percentOfMoney(cents: number, percent: DecimalInput, rounding: Rounding = 'round'): number {
  const share = divide(parseDecimal(percent, 'percent'), HUNDRED);
  return safeCents(toWhole(multiply(whole(wholeCents(cents)), share), rounding));
}

/** An exact amount of money brought to cents. */
export function toCents(amount: Rational, rounding: Rounding): bigint {
  return toWhole(multiply(amount, HUNDRED), rounding);
}

/** The exact amount that a number of cents is. @throws RangeError naming `argument`. */
export function fromCents(cents: number, argument = 'cents'): Rational {
  return { numerator: wholeCents(cents, argument), denominator: 100n };
}

/** The shortest decimal text of any whole number of cents. */
export function formatCents(cents: bigint): string {
  const absolute = cents < 0n ? -cents : cents;
  const decimals = String(absolute % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '');
  const text = String(absolute / 100n) + (decimals === '' ? '' : `.${decimals}`);
  return cents < 0n ? `-${text}` : text;
}

/** Cents as a number. @throws RangeError when it would not be exact. */
export function safeCents(cents: bigint): number {
  const value = Number(cents);
  if (!Number.isSafeInteger(value))
    throw invalidArgument('amount', 'money that is exact in whole cents', formatCents(cents));
  return value;
}

/** @throws RangeError naming `argument` when `cents` is no safe integer. */
export function checkCents(cents: number, argument: string): number {
  if (!Number.isSafeInteger(cents)) throw invalidArgument(argument, 'a whole number of cents', cents);
  return cents;
}

function wholeCents(cents: number, argument = 'cents'): bigint {
  return BigInt(checkCents(cents, argument));
}

function decimalToCents(value: DecimalInput, rounding: Rounding): number {
  return safeCents(toCents(parseDecimal(value, 'value'), rounding));
}
