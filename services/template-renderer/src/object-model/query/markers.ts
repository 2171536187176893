import type { JsonValue } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';

/** What a marker means in a filter. */
type Condition = JsonValue;

const conditions = new WeakMap<object, Condition>();

function marker(condition: Condition): object {
  const made = hostObject({ get: () => undefined });
  conditions.set(made, condition);
  return made;
}

const nullMarker = marker(null);

/** JSON null: in `toJson`, and IS NULL in a filter. */
export function isNullMarker(value: object): boolean {
  return value === nullMarker;
}

export function isMarker(value: object): boolean {
  return conditions.has(value);
}

/** The grammar's condition of a marker; undefined for anything else. */
export function conditionOf(value: object): { readonly condition: Condition } | undefined {
  return conditions.has(value) ? { condition: conditions.get(value) ?? null } : undefined;
}

/** Opaque values with a meaning in `filter` and `toJson` (templates.md 1.3, "Markers"). */
export const MARKERS: Readonly<Record<string, unknown>> = {
  null: nullMarker,
  true: true,
  false: false,
  isNull: marker(null),
  isNotNull: marker({ '!=': null }),
  isEmpty: marker([null, '']),
  isNotEmpty: marker({ '!=': [null, ''] }),
  isPositive: marker({ '>': 0 }),
  isNegative: marker({ '<': 0 }),
  isNonNegative: marker({ '>=': 0 }),
  isNonPositive: marker({ '<=': 0 }),
  lt: (value: unknown) => marker({ '<': scalar(value) }),
  gt: (value: unknown) => marker({ '>': scalar(value) }),
  le: (value: unknown) => marker({ '<=': scalar(value) }),
  ge: (value: unknown) => marker({ '>=': scalar(value) }),
  eq: (value: unknown) => marker({ '=': scalar(value) }),
  ne: (value: unknown) => marker({ '!=': scalar(value) }),
  between: (from: unknown, to: unknown) => marker({ '-between': [scalar(from), scalar(to)] }),
};

function scalar(value: unknown): JsonValue {
  if (typeof value === 'object' && value !== null && isNullMarker(value)) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'bigint' ? Number(value) : null;
}
