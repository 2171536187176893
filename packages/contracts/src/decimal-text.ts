const DECIMAL = /^\s*([+-]?)(\d{1,15})?(?:\.(\d{0,20}))?\s*$/;

/**
 * A number or decimal text as a number rounded half away from zero at `decimals`, exactly (no binary rounding on the way).
 * Undefined for anything else, exponents of text and values beyond 15 integer digits included.
 */
export function parseDecimal(value: unknown, decimals: number): number | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) ? parseDecimalText(plainText(value), decimals) : undefined;
  return typeof value === 'string' ? parseDecimalText(value, decimals) : undefined;
}

function plainText(value: number): string {
  const shortest = String(value);
  return shortest.includes('e') ? value.toFixed(20) : shortest;
}

function parseDecimalText(value: string, decimals: number): number | undefined {
  const match = DECIMAL.exec(value);
  if (!match || (match[2] === undefined && !match[3])) return undefined;
  const [, sign = '', whole = '0', fraction = ''] = match;
  if (fraction.length <= decimals) return signed(sign, Number(`${whole}.${fraction || '0'}`));
  const scaled = BigInt(whole + fraction.slice(0, decimals)) + (fraction.charCodeAt(decimals) >= 53 ? 1n : 0n);
  const digits = scaled.toString().padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  return signed(sign, Number(`${digits.slice(0, split)}.${digits.slice(split) || '0'}`));
}

function signed(sign: string, magnitude: number): number {
  return sign === '-' && magnitude !== 0 ? -magnitude : magnitude;
}
