import { invalidArgument, isAbsent } from './argument.ts';
import { fraction, type Rational, ZERO } from './rational.ts';

/** A decimal number as text (`'12.50'`) or as a JavaScript number, which is read as the text it prints as. */
export type DecimalInput = string | number;

const TEXT_LENGTH_MAX = 64;
const PLAIN = /^([+-]?)(\d+)(?:\.(\d+))?$/;
const SCIENTIFIC = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** The exact value of a decimal. @throws RangeError naming `argument` when it is no decimal number. */
export function parseDecimal(value: unknown, argument: string): Rational {
  const parsed =
    typeof value === 'number' ? fromNumber(value) : typeof value === 'string' ? fromText(value) : undefined;
  if (parsed === undefined) throw invalidArgument(argument, 'a decimal number such as 12.50', value);
  return parsed;
}

/** Like parseDecimal, where an absent value (undefined, null, empty text) is 0. */
export function parseDecimalOrZero(value: unknown, argument: string): Rational {
  return isAbsent(value) ? ZERO : parseDecimal(value, argument);
}

function fromText(text: string): Rational | undefined {
  const match = text.length <= TEXT_LENGTH_MAX ? PLAIN.exec(text) : null;
  return match === null ? undefined : scaled(match[1], match[2], match[3], 0);
}

function fromNumber(value: number): Rational | undefined {
  const text = String(value);
  const match = SCIENTIFIC.exec(text);
  return match === null ? fromText(text) : scaled(match[1], match[2], match[3], Number(match[4]));
}

function scaled(sign = '', integer = '', decimals = '', exponent = 0): Rational {
  const digits = BigInt(integer + decimals);
  const scale = decimals.length - exponent;
  const signed = sign === '-' ? -digits : digits;
  return scale < 0 ? fraction(signed * 10n ** BigInt(-scale), 1n) : fraction(signed, 10n ** BigInt(scale));
}
