import type { FieldKind } from '@countinghouse/contracts';

/** Decimals of the stored integer: cents of money, ten-thousandths of periods. */
export function scaleOf(kind: FieldKind): number {
  if (kind === 'money') return 2;
  return kind === 'period' ? 4 : 0;
}

const DECIMAL = /^\s*([+-]?)(\d*)(?:\.(\d*))?\s*$/;
const CHARACTERS_MAX = 64;

/**
 * A number or decimal text times ten to the power of `decimals`, by moving the point in its text: exact where
 * multiplying would not be (1.15 × 100). Undefined for what is no decimal.
 */
export function shiftDecimal(value: unknown, decimals: number): number | undefined {
  const text = typeof value === 'number' ? plainText(value) : value;
  if (typeof text !== 'string' || text.length > CHARACTERS_MAX) return undefined;
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const magnitude = Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}.${fraction.slice(decimals)}0`);
  return sign === '-' && magnitude !== 0 ? -magnitude : magnitude;
}

function plainText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const shortest = String(value);
  return shortest.includes('e') ? value.toFixed(20) : shortest;
}
