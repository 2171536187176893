import { z } from 'zod';
import type { Field, Fields, RowOf, ValueOf } from './field.ts';

/** A kind of object with its fields, declared once: rows, lists, filters and arguments come from it. */
export interface Resource<F extends Fields = Fields, K extends keyof F & string = keyof F & string> {
  readonly name: string;
  /** The primary key's field. */
  readonly key: K;
  readonly fields: F;
  /** The field that `start` and `stop` bound when `field` is absent; `date` by default (peer-http-api.md 2). */
  readonly rangeField: string;
}

export function resource<const F extends Fields, K extends keyof F & string>(definition: {
  readonly name: string;
  readonly key: K;
  readonly fields: F;
  readonly rangeField?: string;
}): Resource<F, K> {
  return { ...definition, rangeField: definition.rangeField ?? 'date' };
}

export type RowOfResource<R extends Resource> = RowOf<R['fields']>;

/** `Partial` whose absent members may also be given as undefined. */
type ArgumentsOf<F extends Fields, Required extends keyof F> = {
  [K in Required]: NonNullable<ValueOf<F[K]>>;
} & { [K in Exclude<keyof F, Required>]?: ValueOf<F[K]> | undefined };

/**
 * The arguments made of fields: `required` must be there and not be empty, the others may be absent.
 * Read-only fields are left out, so that they are ignored (decisions.md 4); unknown ones are ignored as well.
 */
export function argumentsOf<const F extends Fields, const R extends keyof F & string = never>(
  fields: F,
  required: readonly R[] = [],
): z.ZodType<ArgumentsOf<F, R>> & { readonly shape: Readonly<Record<string, z.ZodType>> } {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    if ((required as readonly string[]).includes(name)) shape[name] = requiredArgument(field);
    else if (!field.readOnly) shape[name] = optionalArgument(field);
  }
  return z.object(shape) as unknown as z.ZodType<ArgumentsOf<F, R>> & { readonly shape: typeof shape };
}

/** Marks an issue as "absent or empty", which has a text of its own (`Field required: x`). */
export const REQUIRED_ISSUE = 'required';

function requiredArgument(field: Field): z.ZodType {
  return z
    .unknown()
    .superRefine((value, context) => {
      if (value === undefined || value === null || value === '') {
        context.addIssue({ code: 'custom', message: REQUIRED_ISSUE });
      }
    })
    .pipe(field.schema)
    .meta({ ...field.schema.meta(), required: true });
}

/** Empty means the default, else null, where the field has one; an empty text stays text. */
function optionalArgument(field: Field): z.ZodType {
  const whenEmpty = field.default ?? (field.nullable ? null : undefined);
  const schema = field.nullable ? z.union([z.null(), field.schema]) : field.schema;
  const empty = (value: unknown) =>
    value === '' && (field.kind !== 'text' || field.default !== undefined) && whenEmpty !== undefined
      ? whenEmpty
      : value;
  return z
    .preprocess((value) => (value === null && !field.nullable ? field.default : empty(value)), schema.optional())
    .optional()
    .meta({ ...field.schema.meta() });
}

/** A selection of a resource's fields. */
export function pick<F extends Fields, K extends keyof F & string>(fields: F, names: readonly K[]): Pick<F, K> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as unknown as Pick<F, K>;
}

/** The fields that a caller may set: neither read-only nor the key. */
export function defaultsOf(fields: Fields): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.default !== undefined) defaults[name] = field.default;
    else if (field.nullable) defaults[name] = null;
  }
  return defaults;
}
