import type { MethodContext } from '../methods/method.ts';
import { number, numberText } from '../runtime/numbers.ts';
import { text } from '../runtime/values.ts';
import { characterCount, unitAfter } from './characters.ts';

// Flags and digits are counted, so that a pattern that is no directive is not read again and again.
const directive =
  /%(%|(?:(\d{1,2})\$)?([-+ 0#]{0,9})(\*|\d{1,15})?(?:\.(\*|\d{1,15}))?(?:hh|h|ll|l|q|L|V)?([a-zA-Z]))/g;

/** Perl's sprintf for the conversions that make sense here. */
export function formatted(context: MethodContext, pattern: string, args: readonly unknown[]): string {
  let position = 0;
  const next = (): unknown => {
    const value = args[position];
    position += 1;
    return value ?? '';
  };
  const result = pattern.replace(
    directive,
    (
      whole: string,
      all: string,
      place: string,
      flags: string,
      width: string,
      precision: string,
      conversion: string,
    ) => {
      if (all === '%') return '%';
      const size = width === '*' ? Number(number(next())) : Number(width ?? 0);
      const digits =
        precision === '*' ? Number(number(next())) : precision === undefined ? undefined : Number(precision);
      context.checkTextLength(Math.max(Math.abs(size), digits ?? 0));
      context.charge(64);
      const value = place === undefined ? next : () => args[Number(place) - 1] ?? '';
      const body = converted(context, conversion, flags, digits, value);
      if (body === undefined) return whole;
      return padded(context, body, size < 0 ? `${flags}-` : flags, Math.abs(size), /[sc]/.test(conversion));
    },
  );
  return context.bounded(result);
}

function converted(
  context: MethodContext,
  conversion: string,
  flags: string,
  precision: number | undefined,
  next: () => unknown,
): string | undefined {
  switch (conversion) {
    case 's':
      return precision === undefined ? text(next()) : firstCharacters(context, text(next()), precision);
    case 'c':
      return character(next());
    case 'd':
    case 'i':
      return signed(integerText(next(), precision), flags);
    case 'u':
      return integerText(next(), precision);
    case 'x':
    case 'X':
    case 'o':
    case 'b':
    case 'B':
      return inBase(conversion, next(), flags, precision);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return signed(floatText(conversion, Number(number(next())), Math.min(precision ?? 6, 100)), flags);
    default:
      return undefined;
  }
}

function firstCharacters(context: MethodContext, value: string, count: number): string {
  return value.slice(0, unitAfter(context, value, 0, count));
}

function character(value: unknown): string {
  const code = Math.trunc(Number(number(value)));
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\u{FFFD}';
}

function integer(value: unknown): bigint {
  const numeric = number(value);
  if (typeof numeric === 'bigint') return numeric;
  if (Number.isNaN(numeric)) return 0n;
  if (!Number.isFinite(numeric)) return numeric > 0 ? -1n : -9223372036854775808n;
  return BigInt(Math.trunc(numeric));
}

function integerText(value: unknown, precision: number | undefined): string {
  const whole = integer(value);
  const digits = (whole < 0n ? -whole : whole).toString().padStart(precision ?? 1, '0');
  return whole < 0n ? `-${digits}` : digits;
}

function inBase(conversion: string, value: unknown, flags: string, precision: number | undefined): string {
  const base = { x: 16, o: 8, b: 2 }[conversion.toLowerCase()] ?? 16;
  const whole = BigInt.asUintN(64, integer(value));
  const digits = whole.toString(base).padStart(precision ?? 1, '0');
  const prefix = flags.includes('#') && whole !== 0n ? `0${base === 8 ? '' : conversion}` : '';
  const result = prefix + digits;
  return conversion === 'X' ? result.toUpperCase() : result;
}

function floatText(conversion: string, value: number, precision: number): string {
  if (!Number.isFinite(value)) return numberText(value);
  const lower = conversion.toLowerCase();
  const result =
    lower === 'f' ? value.toFixed(precision) : lower === 'e' ? exponent(value, precision) : general(value, precision);
  return conversion === lower ? result : result.toUpperCase();
}

function exponent(value: number, precision: number): string {
  return value.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2');
}

function general(value: number, precision: number): string {
  if (value === 0) return '0';
  const digits = Math.max(1, precision);
  const power = Number(value.toExponential(digits - 1).split('e')[1]);
  if (power < -4 || power >= digits) return exponent(value, digits - 1).replace(/\.?0+e/, 'e');
  const fixed = value.toFixed(Math.max(0, digits - 1 - power));
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
}

function signed(digits: string, flags: string): string {
  if (digits.startsWith('-')) return digits;
  return flags.includes('+') ? `+${digits}` : flags.includes(' ') ? ` ${digits}` : digits;
}

function padded(context: MethodContext, body: string, flags: string, size: number, isText: boolean): string {
  if (unitAfter(context, body, 0, size) < body.length) return body;
  const missing = size - characterCount(context, body);
  if (flags.includes('-')) return body + ' '.repeat(missing);
  if (!flags.includes('0')) return ' '.repeat(missing) + body;
  const sign = isText ? '' : (/^[-+ ]?(?:0[xXbB])?/.exec(body)?.[0] ?? '');
  return sign + '0'.repeat(missing) + body.slice(sign.length);
}
