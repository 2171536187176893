import type { FieldKind } from '@countinghouse/contracts';
import type { Document } from 'mongodb';
import { scaleOf, shiftDecimal } from '../decimal-scale.ts';
import { type Condition, NOTHING } from './condition.ts';
import { comparison, type FieldComparer } from './field-compiler.ts';
import { likeExpression, parseLike } from './like-pattern.ts';
import type { FilterLimits } from './limits.ts';
import type { Scalar } from './operators.ts';

/** Numbers compare by value, in their stored scale; text that is no number matches nothing (decisions.md 5). */
export function numberComparer(path: string, kind: FieldKind, limits: FilterLimits): FieldComparer {
  const decimals = scaleOf(kind);
  const scaled = (value: Scalar) => shiftDecimal(typeof value === 'boolean' ? Number(value) : value, decimals);
  const equals = (values: readonly Scalar[]): Condition => {
    const numbers = values.map((value) => scaled(withoutPercent(value))).filter((value) => value !== undefined);
    if (numbers.length === 0) return NOTHING;
    return { [path]: numbers.length === 1 ? numbers[0] : { $in: numbers } };
  };
  return {
    path,
    equals,
    matches: (value) => equals([value]),
    compare: (operator, value) => {
      const number = scaled(value);
      return number === undefined ? NOTHING : comparison(path, operator, number);
    },
    like: (text) => {
      limits.pattern(text);
      const pattern = parseLike(text);
      if (pattern.literal !== undefined) return equals([pattern.literal]);
      const input = kind === 'number' ? { $toString: `$${path}` } : decimalText(`$${path}`, decimals);
      return { $expr: { $regexMatch: { input, regex: likeExpression(pattern) } } };
    },
  };
}

/** `"4009%"` means 4009 (peer-http-api.md 2). */
function withoutPercent(value: Scalar): Scalar {
  return typeof value === 'string' ? value.replaceAll('%', '') : value;
}

/** The text of a stored integer with its decimals, such as `-12.05`; null of null. */
function decimalText(value: string, decimals: number): Document {
  if (decimals === 0) return { $toString: { $toLong: value } };
  const scale = 10 ** decimals;
  const magnitude = { $abs: value };
  return {
    $concat: [
      { $cond: [{ $lt: [value, 0] }, '-', ''] },
      { $toString: { $toLong: { $trunc: { $divide: [magnitude, scale] } } } },
      '.',
      { $substrCP: [{ $toString: { $toLong: { $add: [scale, { $mod: [magnitude, scale] }] } } }, 1, decimals] },
    ],
  };
}
