import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import { isJsonObject, objectOf } from './json-object.ts';

/**
 * Partial change of JSON (domain.md 0): null deletes the member, an empty object replaces the old value, nested objects merge,
 * lists and scalars replace. Neither argument is changed.
 */
export function deepMerge(into: JsonObject, change: JsonObject): JsonObject {
  const merged = new Map<string, JsonValue>(Object.entries(into));
  for (const [name, value] of Object.entries(change)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergedMember(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

function mergedMember(old: JsonValue | undefined, value: JsonValue): JsonValue {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return value;
  return deepMerge(objectOf(old), value);
}
