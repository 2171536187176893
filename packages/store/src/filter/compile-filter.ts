import type { Field, JsonObject, JsonValue, Resource } from '@countinghouse/contracts';
import { invalidArgument } from '@countinghouse/contracts';
import { storedName, textName } from '../row-codec.ts';
import { allOf, anyOf, type Condition, EVERYTHING } from './condition.ts';
import { dateComparer } from './date-comparer.ts';
import { compileField } from './field-compiler.ts';
import { compileJsonField } from './json-comparer.ts';
import { FilterLimits } from './limits.ts';
import { numberComparer } from './number-comparer.ts';
import { isObject } from './operators.ts';
import { textComparer } from './text-comparer.ts';

export interface FilterOptions {
  /** Everybody else cannot ask for hidden fields: their values would show in what matches. */
  readonly isAdmin: boolean;
  /** JSON fields whose texts are always LIKE on the compact text (`settings` of users and user services, `value` of config). */
  readonly rawText?: readonly string[];
  /** Field → where it is stored in lower case (`login: 'login'` where it is stored so itself). */
  readonly lowerCase?: Readonly<Record<string, string>>;
  /** Keys that are no plain fields, such as those of joined rows; they take precedence over fields. */
  readonly custom?: Readonly<Record<string, (value: JsonValue) => Condition>>;
}

/** Compiles the filter grammar of peer-http-api.md 2 from the resource's fields; anything unknown is a Fault 400 by name. */
export function compileFilter(resource: Resource, filter: JsonObject, options: FilterOptions): Condition {
  return compileAll(resource, filter, { ...options, limits: new FilterLimits() }, 0);
}

interface Context extends FilterOptions {
  readonly limits: FilterLimits;
}

function compileAll(resource: Resource, filter: JsonObject, context: Context, depth: number): Condition {
  context.limits.enter(depth);
  return allOf(Object.entries(filter).map(([key, value]) => compileKey(resource, key, value, context, depth)));
}

function compileKey(resource: Resource, key: string, value: JsonValue, context: Context, depth: number): Condition {
  if (key === '-or' || key === '-and') {
    const members = groupMembers(key, value).map((member) => compileAll(resource, member, context, depth + 1));
    if (members.length === 0) return EVERYTHING;
    return key === '-or' ? anyOf(members) : allOf(members);
  }
  const custom = Object.hasOwn(context.custom ?? {}, key) ? context.custom?.[key] : undefined;
  if (custom) {
    context.limits.value();
    return custom(value);
  }
  const field = Object.hasOwn(resource.fields, key) ? resource.fields[key] : undefined;
  if (!field || (field.hidden && !context.isAdmin)) throw unknownField(resource, key);
  return compileFieldOfKind(resource, key, field, value, context);
}

/** `{"-or": {"a": 1, "b": 2}}` joins the members, `{"-or": [{…}, {…}]}` the objects. */
function groupMembers(key: string, value: JsonValue): readonly JsonObject[] {
  if (isObject(value)) return Object.entries(value).map(([name, member]) => ({ [name]: member }));
  if (Array.isArray(value) && value.every((member) => isObject(member))) return value;
  throw invalidArgument('filter', `an object or a list of objects for ${key}`);
}

function unknownField(resource: Resource, key: string): Error {
  return invalidArgument('filter', `fields of ${resource.name}, not ${key.slice(0, 64)}`);
}

function compileFieldOfKind(
  resource: Resource,
  name: string,
  field: Field,
  value: JsonValue,
  { limits, rawText, lowerCase }: Context,
): Condition {
  const path = storedName(resource, name);
  switch (field.kind) {
    case 'json': {
      const storage = { path, textPath: textName(path), rawText: rawText?.includes(name) ?? false };
      return compileJsonField(name, value, storage, limits);
    }
    case 'text': {
      const storage = { path, oneOf: textsOf(field), lowerCasePath: lowerCase?.[name] };
      return compileField(name, value, textComparer(storage, limits), limits);
    }
    case 'date':
      return compileField(name, value, dateComparer(name, path, limits), limits);
    default:
      return compileField(name, value, numberComparer(path, field.kind, limits), limits);
  }
}

/** The only texts that a field allows, from its schema. */
function textsOf(field: Field): readonly string[] | undefined {
  const allowed = field.schema.meta()?.enum;
  return Array.isArray(allowed) ? (allowed as string[]) : undefined;
}
