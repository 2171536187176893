/** An exact number, numerator / denominator with a positive denominator; not reduced. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** How a number is brought to a whole one; `round` takes halves away from zero, the others go up or down the line. */
export type Rounding = 'round' | 'roundUp' | 'roundDown';

export const ZERO: Rational = { numerator: 0n, denominator: 1n };

export function fraction(numerator: bigint, denominator: bigint): Rational {
  return denominator < 0n ? { numerator: -numerator, denominator: -denominator } : { numerator, denominator };
}

export function whole(value: bigint): Rational {
  return { numerator: value, denominator: 1n };
}

export function add(a: Rational, b: Rational): Rational {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiply(a: Rational, b: Rational): Rational {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** a / b; the caller makes sure that b is not zero. */
export function divide(a: Rational, b: Rational): Rational {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

export function isPositive(value: Rational): boolean {
  return value.numerator > 0n;
}

export function isZero(value: Rational): boolean {
  return value.numerator === 0n;
}

/** The whole number that `rounding` makes of `value`. */
export function toWhole(value: Rational, rounding: Rounding): bigint {
  const floor = floorOf(value);
  const rest = value.numerator - floor * value.denominator;
  if (rest === 0n || rounding === 'roundDown') return floor;
  if (rounding === 'roundUp') return floor + 1n;
  const twice = rest * 2n;
  const up = value.numerator < 0n ? twice > value.denominator : twice >= value.denominator;
  return up ? floor + 1n : floor;
}

/** The integer part, without the sign's influence: 1.9 → 1, -1.9 → -1. */
export function truncate(value: Rational): bigint {
  return value.numerator / value.denominator;
}

function floorOf(value: Rational): bigint {
  const quotient = truncate(value);
  const exact = quotient * value.denominator === value.numerator;
  return value.numerator < 0n && !exact ? quotient - 1n : quotient;
}
