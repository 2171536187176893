import { z } from 'zod';
import { invalidArgument } from './fault.ts';
import { date, type Field, type Fields, id, integer, text } from './field.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { jsonDepth, MAX_JSON_DEPTH } from './json.ts';
import { argumentsOf, type Resource } from './resource.ts';

/** The arguments that every list takes (decisions.md 5, peer-http-api.md 2). */
export interface ListArguments {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly sort_field?: string | undefined;
  readonly sort_direction?: 'asc' | 'desc' | undefined;
  readonly fields?: string | undefined;
  readonly filter?: JsonObject | undefined;
  readonly start?: string | undefined;
  readonly stop?: string | undefined;
  readonly field?: string | undefined;
}

export const LIST_LIMIT_DEFAULT = 25;
export const LIST_LIMIT_MAX = 1000;

const direction = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  z.enum(['asc', 'desc'], { error: 'asc or desc' }),
);

const filter = z.unknown().transform((value, context): JsonObject => {
  const decoded = typeof value === 'string' ? decode(value) : (value as JsonValue);
  if (
    typeof decoded === 'object' &&
    decoded !== null &&
    !Array.isArray(decoded) &&
    jsonDepth(decoded) <= MAX_JSON_DEPTH
  ) {
    return decoded as JsonObject;
  }
  context.addIssue({ code: 'custom', message: 'a JSON object' });
  return z.NEVER;
});

function decode(value: string): JsonValue | undefined {
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return undefined;
  }
}

/** A `stop` without a time means the end of that day (peer-http-api.md 2). */
function endOfDay(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value.trim()) ? `${value.trim()} 23:59:59` : value;
}

/** Keeps what the field says of itself, for documents and for decoding. */
function optional(of: Field): z.ZodType {
  return of.schema.optional().meta({ ...of.schema.meta() });
}

const listShape = {
  limit: optional(integer({ min: 0 })),
  offset: optional(integer({ min: 0 })),
  sort_field: optional(text({ max: 64 })),
  sort_direction: direction.optional(),
  fields: optional(text({ max: 2000 })),
  filter: filter.optional(),
  start: optional(date()),
  stop: z.preprocess(endOfDay, date().schema).optional(),
  field: optional(text({ max: 64 })),
};

type OptionalArguments<F extends Fields> = {
  [K in keyof F]?: (F[K] extends { schema: z.ZodType<infer T> } ? T : never) | undefined;
};

/** The arguments of a resource's list: the common ones, equality by primary key, and `more`. */
export function listArguments<F extends Fields = Record<never, never>>(
  of: Resource,
  more?: F,
): z.ZodType<ListArguments & OptionalArguments<F> & Record<string, unknown>> {
  const key = of.fields[of.key];
  if (!key) throw new Error(`${of.name} has no field ${of.key}`);
  const shape = {
    ...listShape,
    [of.key]: optional(key),
    ...(argumentsOf(more ?? {}) as unknown as z.ZodObject).shape,
  };
  const schema = z.object(shape).superRefine((args, context) => {
    const { start, stop, field: ranged } = args as ListArguments;
    if ((start === undefined) !== (stop === undefined)) {
      context.addIssue({
        code: 'custom',
        path: [start === undefined ? 'start' : 'stop'],
        message: 'both start and stop',
      });
    }
    if (ranged !== undefined && !of.fields[ranged])
      context.addIssue({ code: 'custom', path: ['field'], message: 'a field of the list' });
  });
  return schema as unknown as z.ZodType<ListArguments & OptionalArguments<F> & Record<string, unknown>>;
}

/** `user_id` of administrators' lists: restricts to that user. */
export const ofUser = { user_id: id() } as const;

/** 0 means all for administrators; everybody else gets at most 1000 (decisions.md 5). */
export function effectiveLimit(limit: number | undefined, isAdmin: boolean): number {
  const asked = limit ?? LIST_LIMIT_DEFAULT;
  if (isAdmin) return asked;
  return asked === 0 ? LIST_LIMIT_DEFAULT : Math.min(asked, LIST_LIMIT_MAX);
}

/** The name given must be one of the list's fields. */
export function requireField(of: Resource, name: string, argument: string): void {
  if (!of.fields[name]) throw invalidArgument(argument, `a field of ${of.name}, not ${name.slice(0, 64)}`);
}
