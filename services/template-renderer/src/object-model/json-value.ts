import { Fault, type JsonObject, type JsonValue, MAX_JSON_DEPTH } from '@countinghouse/contracts';

/** A number as the language prints it: at most 15 significant digits (templates.md 0, no. 10). */
export function roundedNumber(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

/**
 * The JSON of a template's value; objects of the host are null. Fault 400 for a value that holds itself or is deeper than 100
 * levels.
 */
export function toJsonValue(value: unknown, depth = 0): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? roundedNumber(value) : null;
    case 'bigint':
      return Number(value);
    case 'object':
      return value === null ? null : objectValue(value, depth);
    default:
      return null;
  }
}

function objectValue(value: object, depth: number): JsonValue {
  if (depth > MAX_JSON_DEPTH) throw new Fault(400, `a value is more than ${MAX_JSON_DEPTH} levels deep`);
  if (Array.isArray(value)) return value.map((item) => toJsonValue(item, depth + 1));
  if (value instanceof Map) return objectValue(Object.fromEntries(value) as object, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJsonValue(item, depth + 1)]));
}

/** A copy that a template may change; its hashes have no prototype. */
export function copyForTemplate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyForTemplate);
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) copy[key] = copyForTemplate(item);
  return copy;
}

/** Deep merge: null and an empty text delete a member (domain.md 0). */
export function mergedJson(into: JsonObject, change: JsonObject): JsonObject {
  const all = new Map<string, JsonValue>(Object.entries(into));
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') all.delete(name);
    else
      all.set(
        name,
        isObject(value) && Object.keys(value).length > 0 ? mergedJson(objectOf(all.get(name)), value) : value,
      );
  }
  return Object.fromEntries(all);
}

/** A change for an owner who merges and deletes what is null: what is undefined in a template arrives as an empty text. */
export function deletingEmpty(change: JsonObject): JsonObject {
  const entries = Object.entries(change).map(([name, value]): [string, JsonValue] => {
    if (value === '') return [name, null];
    return [name, isObject(value) ? deletingEmpty(value) : value];
  });
  return Object.fromEntries(entries);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
