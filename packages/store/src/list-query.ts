import type { JsonObject, JsonValue, ListArguments, Resource } from '@countinghouse/contracts';
import { effectiveLimit, invalidArgument } from '@countinghouse/contracts';
import type { Document, Sort } from 'mongodb';
import { compileFilter, type FilterOptions } from './filter/compile-filter.ts';
import { allOf, type Condition } from './filter/condition.ts';
import { secondsBetween } from './filter/date-comparer.ts';
import { rowCodec, storedName, textName } from './row-codec.ts';
import { TOMBSTONE } from './tombstone.ts';

/** A restriction that holds unless the caller asks for what it hides. */
export interface DefaultRestriction {
  readonly filter: Condition;
  /** Dropped when one of these names is a key of the filter or an argument that is given. */
  readonly unless: readonly string[];
}

export interface ListQueryOptions extends FilterOptions {
  /** Always holds, in stored form, such as `{user_id: 5}` for a user's own rows. */
  readonly restriction?: Condition;
  /** Arguments that restrict by equality beside the primary key, such as `user_id`. */
  readonly equality?: readonly string[];
  /** The primary key as an argument is ignored. */
  readonly ignoreKey?: boolean;
  /** What is hidden by default: blocked users, removed services. */
  readonly defaultsUnless?: readonly DefaultRestriction[];
  /** Stored fields that are read beside those of the resource. */
  readonly extraFields?: readonly string[];
  /** Order when the caller names none; the primary key descending by default. */
  readonly defaultSort?: { readonly field: string; readonly direction: 'asc' | 'desc' };
}

/** A list's arguments in the database's terms. */
export interface ListQuery {
  readonly filter: Condition;
  readonly sort: Readonly<Record<string, 1 | -1>>;
  /** 0 means all. */
  readonly limit: number;
  readonly offset: number;
  readonly projection: Document;
  /** The fields that rows show; undefined means all that the caller may see. */
  readonly fields: readonly string[] | undefined;
  /** May rows show hidden fields? */
  readonly hidden: boolean;
  /** The caller chose conditions or an order that may have no index: the query gets a time limit. */
  readonly timeLimited: boolean;
  /** What the reply repeats. */
  readonly echo: { readonly limit: number; readonly offset: number; readonly filter?: JsonValue };
}

type Arguments = ListArguments & Readonly<Record<string, unknown>>;

/** Compiles the arguments of a list (decisions.md 5). A bad filter or range is a Fault 400 naming it. */
export function listQuery(resource: Resource, args: Arguments, options: ListQueryOptions): ListQuery {
  const limit = effectiveLimit(args.limit, options.isAdmin);
  const offset = args.offset ?? 0;
  const fields = chosenFields(resource, args.fields, options.isAdmin);
  const sort = sortOf(resource, args, options);
  return {
    filter: filterOf(resource, args, options),
    sort,
    limit,
    offset,
    projection: projectionOf(resource, fields, options),
    fields,
    hidden: options.isAdmin,
    timeLimited: args.filter !== undefined || args.start !== undefined || Object.keys(sort)[0] !== '_id',
    echo: { limit, offset, ...(args.filter === undefined ? {} : { filter: args.filter }) },
  };
}

function filterOf(resource: Resource, args: Arguments, options: ListQueryOptions): Condition {
  const filter = args.filter ?? {};
  const defaults = (options.defaultsUnless ?? []).filter(
    ({ unless }) => !unless.some((name) => Object.hasOwn(filter, name) || args[name] !== undefined),
  );
  return allOf([
    options.restriction ?? {},
    equalityOf(resource, args, options),
    ...defaults.map((restriction) => restriction.filter),
    rangeOf(resource, args),
    compileFilter(resource, filter as JsonObject, options),
  ]);
}

function equalityOf(resource: Resource, args: Arguments, options: ListQueryOptions): Condition {
  const names = [...(options.ignoreKey ? [] : [resource.key]), ...(options.equality ?? [])];
  const given = names.filter((name) => args[name] !== undefined).map((name) => [name, args[name]]);
  return rowCodec(resource).encode(Object.fromEntries(given));
}

/** `start` and `stop` bound a date field, both inclusive. */
function rangeOf(resource: Resource, args: Arguments): Condition {
  if (args.start === undefined || args.stop === undefined) return {};
  const name = args.field ?? resource.rangeField;
  if (resource.fields[name]?.kind !== 'date') throw invalidArgument('field', `a date field of ${resource.name}`);
  return secondsBetween(storedName(resource, name), args.start, args.stop);
}

/** Names that are no fields are dropped; none left, or `*`, means all (peer-http-api.md 2). */
function chosenFields(resource: Resource, names: string | undefined, isAdmin: boolean): readonly string[] | undefined {
  const asked = (names ?? '').split(',').map((name) => name.trim());
  if (asked.includes('*')) return undefined;
  const chosen = asked.filter((name) => mayNameField(resource, name, isAdmin));
  return chosen.length > 0 ? chosen : undefined;
}

function mayNameField(resource: Resource, name: string, isAdmin: boolean): boolean {
  if (!Object.hasOwn(resource.fields, name)) return false;
  return isAdmin || !resource.fields[name]?.hidden;
}

/** An unknown field means the primary key (peer-http-api.md 2), which also decides between equals. */
function sortOf(resource: Resource, args: Arguments, options: ListQueryOptions): Record<string, 1 | -1> & Sort {
  const known = args.sort_field !== undefined && mayNameField(resource, args.sort_field, options.isAdmin);
  const field = known ? (args.sort_field as string) : (options.defaultSort?.field ?? resource.key);
  const direction = (args.sort_direction ?? options.defaultSort?.direction ?? 'desc') === 'asc' ? 1 : -1;
  const stored = sortedName(resource, field, options);
  return stored === '_id' ? { _id: direction } : { [stored]: direction, _id: direction };
}

function sortedName(resource: Resource, name: string, options: ListQueryOptions): string {
  const field = resource.fields[name];
  if (field?.kind === 'json') return textName(name);
  return options.lowerCase?.[name] ?? storedName(resource, name);
}

function projectionOf(resource: Resource, fields: readonly string[] | undefined, options: ListQueryOptions): Document {
  const projection: Document = { _id: 1 };
  for (const [name, field] of Object.entries(resource.fields)) {
    if (fields ? !fields.includes(name) : field.hidden && !options.isAdmin) continue;
    const stored = storedName(resource, name);
    projection[field.kind === 'json' ? textName(stored) : stored] = 1;
  }
  for (const name of options.extraFields ?? []) projection[name] = 1;
  projection[TOMBSTONE] = 1;
  return projection;
}
