import { z } from 'zod';
import { parseDateText } from './date-text.ts';
import { parseDecimal } from './decimal-text.ts';
import type { JsonValue } from './json.ts';
import { jsonDepth, MAX_JSON_DEPTH, MAX_TEXT_BYTES } from './json.ts';

/**
 * How a value looks on the wire and how lists compare it.
 * `money` is a number with two decimals, stored as integer cents; `period` is M.DDHH, stored as integer ten-thousandths;
 * `date` is `YYYY-MM-DD HH:MM:SS`, stored as an instant; `json` is stored beside its compact text.
 */
export type FieldKind = 'id' | 'integer' | 'number' | 'flag' | 'money' | 'period' | 'text' | 'date' | 'json';

/** One field of a resource or one argument of an operation. */
export interface Field<T = unknown, N extends boolean = boolean> {
  readonly kind: FieldKind;
  readonly nullable: N;
  /** Used when the field is absent or empty on insert. */
  readonly default: T | undefined;
  /** Whole objects sent back must not overwrite it (decisions.md 10): accepted and ignored. */
  readonly readOnly: boolean;
  /** Removed from answers to callers who are no administrators. */
  readonly hidden: boolean;
  readonly schema: z.ZodType<T>;
  readonly description: string | undefined;
}

export interface FieldOptions<T, N extends boolean> {
  readonly nullable?: N;
  readonly default?: T;
  readonly readOnly?: boolean;
  readonly hidden?: boolean;
  readonly description?: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** The value of a field on the wire. */
export type ValueOf<F extends Field> = F extends Field<infer T, infer N> ? (N extends true ? T | null : T) : never;

/** One row of a resource as the API shows it. */
export type RowOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

type Parse<T> = (value: unknown) => T | undefined;

/** A schema whose failure says what was expected; the caller of the parser adds the argument's name. */
function expecting<T>(expected: string, jsonSchema: object, parse: Parse<T>): z.ZodType<T> {
  return z
    .unknown()
    .transform((value, context) => {
      const parsed = parse(value);
      if (parsed === undefined) {
        context.addIssue({ code: 'custom', message: expected });
        return z.NEVER;
      }
      return parsed;
    })
    .meta({ ...jsonSchema, expected }) as unknown as z.ZodType<T>;
}

function field<T, N extends boolean = false>(
  kind: FieldKind,
  schema: z.ZodType<T>,
  options: FieldOptions<T, N> = {},
): Field<T, NoInfer<N>> {
  return {
    kind,
    nullable: (options.nullable ?? false) as N,
    default: options.default,
    readOnly: options.readOnly ?? false,
    hidden: options.hidden ?? false,
    schema: schema.meta({ ...schema.meta(), kind }) as unknown as z.ZodType<T>,
    description: options.description,
  };
}

function decimalNumber(value: unknown, decimals: number, limit: number): number | undefined {
  const parsed = parseDecimal(value, decimals);
  return parsed === undefined || Math.abs(parsed) > limit ? undefined : parsed;
}

function integerBetween(min: number, max: number): Parse<number> {
  return (value) => {
    const parsed = decimalNumber(value, 20, Number.MAX_SAFE_INTEGER);
    return parsed !== undefined && Number.isInteger(parsed) && parsed >= min && parsed <= max ? parsed : undefined;
  };
}

const MAX_ID = 2_147_483_647;
export const MAX_MONEY = 99_999_999.99;

/** A primary or foreign key: an integer above 0. */
export function id<N extends boolean = false>(options: FieldOptions<number, N> = {}): Field<number, NoInfer<N>> {
  const schema = expecting('an integer above 0', { type: 'integer', minimum: 1 }, integerBetween(1, MAX_ID));
  return field('id', schema, options);
}

export interface RangeOptions {
  readonly min?: number;
  readonly max?: number;
}

export function integer<N extends boolean = false>(
  options: FieldOptions<number, N> & RangeOptions = {},
): Field<number, NoInfer<N>> {
  const { min = -MAX_ID, max = MAX_ID } = options;
  const expected =
    options.min === undefined && options.max === undefined ? 'an integer' : `an integer from ${min} to ${max}`;
  return field(
    'integer',
    expecting(expected, { type: 'integer', minimum: min, maximum: max }, integerBetween(min, max)),
    options,
  );
}

/** A decimal number, such as a quantity. */
export function number<N extends boolean = false>(
  options: FieldOptions<number, N> & RangeOptions = {},
): Field<number, NoInfer<N>> {
  const { min = -1e12, max = 1e12 } = options;
  const parse: Parse<number> = (value) => {
    const parsed = decimalNumber(value, 20, 1e12);
    return parsed !== undefined && parsed >= min && parsed <= max ? parsed : undefined;
  };
  return field('number', expecting(`a number from ${min} to ${max}`, { type: 'number' }, parse), options);
}

/** 0..100 (domain.md 0). */
export function percent<N extends boolean = false>(options: FieldOptions<number, N> = {}): Field<number, NoInfer<N>> {
  return integer({ ...options, min: 0, max: 100 });
}

/** 0 or 1; true and false are accepted. */
export function flag<N extends boolean = false>(options: FieldOptions<number, N> = {}): Field<number, NoInfer<N>> {
  const words: Readonly<Record<string, number>> = { '0': 0, '1': 1, true: 1, false: 0 };
  const parse: Parse<number> = (value) =>
    typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
      ? words[String(value)]
      : undefined;
  return field('flag', expecting('0, 1, true or false', { type: 'integer', enum: [0, 1] }, parse), options);
}

/** Money in the main unit, rounded half away from zero to two decimals (decisions.md 10). */
export function money<N extends boolean = false>(
  options: FieldOptions<number, N> & RangeOptions = {},
): Field<number, NoInfer<N>> {
  const { min = -MAX_MONEY, max = MAX_MONEY } = options;
  const parse: Parse<number> = (value) => {
    const parsed = decimalNumber(value, 2, MAX_MONEY);
    return parsed !== undefined && parsed >= min && parsed <= max ? parsed : undefined;
  };
  return field('money', expecting(`an amount from ${min} to ${max}`, { type: 'number' }, parse), options);
}

/** A period M.DDHH: months, two digits of days, two digits of hours (domain.md 0). */
export function period<N extends boolean = false>(options: FieldOptions<number, N> = {}): Field<number, NoInfer<N>> {
  const parse: Parse<number> = (value) => {
    const exact = parseDecimal(value, 20);
    const parsed = parseDecimal(value, 4);
    return parsed !== undefined && parsed === exact && parsed >= 0 && parsed < 100_000 ? parsed : undefined;
  };
  const expected = 'a period M.DDHH with at most four decimals, not negative';
  return field('period', expecting(expected, { type: 'number', minimum: 0 }, parse), options);
}

export interface TextOptions {
  /** Longest text in characters; bytes are limited to 15 MB in any case (decisions.md 4). */
  readonly max?: number;
  /** The only texts that are allowed. */
  readonly oneOf?: readonly string[];
}

export function text<N extends boolean = false>(
  options: FieldOptions<string, N> & TextOptions = {},
): Field<string, NoInfer<N>> {
  const { max, oneOf } = options;
  const parse: Parse<string> = (value) => {
    if (typeof value !== 'string' || value.includes('\0')) return undefined;
    if (oneOf && !oneOf.includes(value)) return undefined;
    if (max !== undefined && [...value].length > max) return undefined;
    return Buffer.byteLength(value) > MAX_TEXT_BYTES ? undefined : value;
  };
  const expected = oneOf
    ? `one of ${oneOf.join(', ')}`
    : `text${max === undefined ? ' without NUL' : ` of at most ${max} characters, none of them NUL`}`;
  return field(
    'text',
    expecting(expected, { type: 'string', ...(oneOf ? { enum: oneOf } : { maxLength: max }) }, parse),
    options,
  );
}

/** `YYYY-MM-DD HH:MM:SS`, or a date alone which means its first second. */
export function date<N extends boolean = false>(options: FieldOptions<string, N> = {}): Field<string, NoInfer<N>> {
  const pattern = '^\\d{4}-\\d\\d-\\d\\d([ T]\\d\\d:\\d\\d(:\\d\\d)?)?$';
  const jsonSchema = { type: 'string', pattern, examples: ['2026-03-01 12:00:00'] };
  return field('date', expecting('a date YYYY-MM-DD HH:MM:SS', jsonSchema, parseDateText), options);
}

export interface JsonOptions {
  /** What the value must be; anything by default. */
  readonly shape?: 'object' | 'array';
}

/** Any JSON value; in a query or a form it is JSON text (decisions.md 4). */
export function json<N extends boolean = false>(
  options: FieldOptions<JsonValue, N> & JsonOptions = {},
): Field<JsonValue, NoInfer<N>> {
  const { shape } = options;
  const parse: Parse<JsonValue> = (value) => {
    const decoded =
      typeof value === 'string' && shape !== undefined ? decodeJson(value) : (value as JsonValue | undefined);
    if (decoded === undefined || jsonDepth(decoded) > MAX_JSON_DEPTH) return undefined;
    if (shape === 'array' && !Array.isArray(decoded)) return undefined;
    if (shape === 'object' && (typeof decoded !== 'object' || Array.isArray(decoded))) return undefined;
    return decoded;
  };
  const expected = `${shape === undefined ? 'JSON' : `a JSON ${shape}`} at most ${MAX_JSON_DEPTH} levels deep`;
  return field('json', expecting(expected, shape === undefined ? {} : { type: shape }, parse), options);
}

function decodeJson(textValue: string): JsonValue | undefined {
  try {
    return JSON.parse(textValue) as JsonValue;
  } catch {
    return undefined;
  }
}
