import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import type { FilterOptions } from './compile-filter.ts';
import type { Condition } from './condition.ts';
import { isObject } from './operators.ts';

type Resolvers = Readonly<Record<string, (value: JsonValue) => Promise<Condition>>>;

/**
 * For keys whose condition must be looked up first, such as fields of a joined row: asks each resolver for the values that the
 * filter gives its key, in groups too, and answers the `custom` of listQuery.
 */
export async function resolveCustomKeys(
  filter: JsonObject | undefined,
  resolvers: Resolvers,
): Promise<NonNullable<FilterOptions['custom']>> {
  const found: (readonly [string, JsonValue])[] = [];
  collect(filter ?? {}, resolvers, found);
  const conditions = new Map<JsonValue, Condition>();
  for (const [key, value] of found) {
    const resolve = resolvers[key];
    if (resolve) conditions.set(valueKey(key, value), await resolve(value));
  }
  return Object.fromEntries(
    Object.keys(resolvers).map((key) => [
      key,
      (value: JsonValue) => {
        const condition = conditions.get(valueKey(key, value));
        if (!condition) throw new Error(`${key}: the filter changed after its keys were resolved`);
        return condition;
      },
    ]),
  );
}

function valueKey(key: string, value: JsonValue): string {
  return JSON.stringify([key, value]);
}

function collect(filter: JsonObject, resolvers: Resolvers, found: (readonly [string, JsonValue])[]): void {
  for (const [key, value] of Object.entries(filter)) {
    if (Object.hasOwn(resolvers, key)) found.push([key, value]);
    else if (key === '-or' || key === '-and') {
      for (const member of Array.isArray(value) ? value : [value]) {
        if (isObject(member)) collect(member, resolvers, found);
      }
    }
  }
}
