/** Numbers as Perl has them: integers of 64 bit, else doubles. Integers beyond 2^53 are bigint here. */
export type Numeric = number | bigint;

/** Raised by arithmetic that has no result; whoever knows the template and line makes a TemplateError of it. */
export class ArithmeticFault {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

const integerMax = 18446744073709551615n;
const integerMin = -9223372036854775808n;
/** A number is looked for in this many characters at the start of a text, so that long texts take no time. */
const numberLengthMax = 1_000;
const numberPrefix = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/;

/** The shortest form that holds the value: number where it is exact, bigint up to 64 bit, else a double. */
function fromBigInt(value: bigint): Numeric {
  const double = Number(value);
  if (Number.isSafeInteger(double)) return double;
  return value <= integerMax && value >= integerMin ? value : double;
}

/** The value of a number literal or of text that is digits with an optional fraction. */
export function normalizeNumber(digits: string): Numeric {
  const double = Number(digits);
  if (Number.isSafeInteger(double) || digits.includes('.') || /[eE]/.test(digits)) return double;
  return fromBigInt(BigInt(digits));
}

/** The number that text starts with; 0 where it starts with none (templates.md 3.4). */
export function parseNumber(text: string): Numeric {
  const match = numberPrefix.exec(text.length > numberLengthMax ? text.slice(0, numberLengthMax) : text);
  if (match?.[1] !== undefined) return normalizeNumber(match[1].startsWith('+') ? match[1].slice(1) : match[1]);
  return 0;
}

/** Any value in arithmetic. */
export function number(value: unknown): Numeric {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'string') return parseNumber(value);
  return value === true ? 1 : 0;
}

function integral(value: Numeric): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (!Number.isInteger(value) || Math.abs(value) >= 2 ** 64) return undefined;
  return BigInt(value);
}

function exact(
  left: unknown,
  right: unknown,
  integers: (a: bigint, b: bigint) => bigint,
  doubles: (a: number, b: number) => number,
): Numeric {
  const a = number(left);
  const b = number(right);
  if (typeof a === 'number' && typeof b === 'number') {
    const result = doubles(a, b);
    if (Number.isSafeInteger(result) || !Number.isInteger(result)) return result;
  }
  const x = integral(a);
  const y = integral(b);
  return x === undefined || y === undefined ? doubles(Number(a), Number(b)) : fromBigInt(integers(x, y));
}

const safe = Number.MAX_SAFE_INTEGER;

export function add(left: unknown, right: unknown): Numeric {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    if (sum <= safe && sum >= -safe) return sum;
  }
  return exact(
    left,
    right,
    (a, b) => a + b,
    (a, b) => a + b,
  );
}

export function subtract(left: unknown, right: unknown): Numeric {
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right;
    if (difference <= safe && difference >= -safe) return difference;
  }
  return exact(
    left,
    right,
    (a, b) => a - b,
    (a, b) => a - b,
  );
}

export function multiply(left: unknown, right: unknown): Numeric {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right;
    if (product <= safe && product >= -safe) return product;
  }
  return exact(
    left,
    right,
    (a, b) => a * b,
    (a, b) => a * b,
  );
}

export function divide(left: unknown, right: unknown): Numeric {
  const a = number(left);
  const b = number(right);
  if (Number(b) === 0) throw new ArithmeticFault('Illegal division by zero');
  if (typeof a === 'number' && typeof b === 'number') return a / b;
  const x = integral(a);
  const y = integral(b);
  return x !== undefined && y !== undefined && x % y === 0n ? fromBigInt(x / y) : Number(a) / Number(b);
}

/** The remainder of integers; its sign follows the right side. */
export function modulo(left: unknown, right: unknown): Numeric {
  const a = truncate(left);
  const b = truncate(right);
  if (Number(b) === 0) throw new ArithmeticFault('Illegal modulus zero');
  if (typeof a === 'number' && typeof b === 'number') {
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest + 0;
  }
  const x = integral(a);
  const y = integral(b);
  if (x === undefined || y === undefined) return Number(a) % Number(b);
  const rest = x % y;
  return fromBigInt(rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest);
}

export function truncate(value: unknown): Numeric {
  const numeric = number(value);
  return typeof numeric === 'bigint' ? numeric : Math.trunc(numeric) + 0;
}

/** At most 15 significant digits; integers up to 64 bit in full (templates.md 3.4). */
export function numberText(value: Numeric): string {
  if (typeof value === 'bigint') return value.toString();
  if ((value | 0) === value) return `${value}`;
  const size = Math.abs(value);
  if (size < 1e15 && (size >= 1e-4 || size === 0)) return decimalText(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Inf' : '-Inf';
  if (Number.isInteger(value) && value < 2 ** 64 && value > -(2 ** 63)) return BigInt(value).toString();
  return exponentText(value);
}

/** The shortest form is right while it has at most 15 digits; rounding to 15 digits costs far more. */
function decimalText(value: number): string {
  const shortest = `${value}`;
  return shortest.length <= 16 ? shortest : String(Number(value.toPrecision(15)));
}

function exponentText(value: number): string {
  const [mantissa = '0', exponent = '0'] = value.toExponential(14).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 15) return String(Number(value.toPrecision(15)));
  const digits = Math.abs(power).toString().padStart(2, '0');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return `${short}e${power < 0 ? '-' : '+'}${digits}`;
}

/** True for text that is a number as a whole. */
export function looksLikeNumber(text: string): boolean {
  return text.length <= numberLengthMax && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(text);
}
