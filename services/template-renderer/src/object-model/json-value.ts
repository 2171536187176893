import { Fault, type JsonValue, MAX_JSON_DEPTH } from '@countinghouse/contracts';
import { isNullMarker } from './query/markers.ts';

/** A number as the language prints it: at most 15 significant digits (templates.md 0, no. 10). */
export function roundedNumber(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

/** What stands for an object of the host where JSON is wanted. */
export type HostValue = (object: object) => JsonValue | undefined;

/**
 * The JSON of a template's value. Objects of the host are what `hostValue` answers, else null. Fault 400 for a value that holds
 * itself or is deeper than 100 levels.
 */
export function toJsonValue(value: unknown, hostValue: HostValue = () => undefined, depth = 0): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? roundedNumber(value) : null;
    case 'bigint':
      return Number(value);
    case 'object':
      return value === null ? null : objectValue(value, hostValue, depth);
    default:
      return null;
  }
}

function objectValue(value: object, hostValue: HostValue, depth: number): JsonValue {
  if (depth > MAX_JSON_DEPTH) throw new Fault(400, `a value is more than ${MAX_JSON_DEPTH} levels deep`);
  if (isNullMarker(value)) return null;
  if (Array.isArray(value)) return value.map((item) => toJsonValue(item, hostValue, depth + 1));
  if (value instanceof Map) return objectValue(Object.fromEntries(value) as object, hostValue, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return hostValue(value) ?? null;
  const entries = Object.entries(value).map(([key, item]) => [key, toJsonValue(item, hostValue, depth + 1)] as const);
  return Object.fromEntries(entries);
}

/** A copy that a template may change; its hashes have no prototype. */
export function copyForTemplate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyForTemplate);
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) copy[key] = copyForTemplate(item);
  return copy;
}
