import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import { hashOf, type Named } from '../arguments.ts';
import { conditionOf } from './markers.ts';

/** The conditions of a template in the grammar of lists (templates.md 2.2, peer-http-api.md 2). */
export function toFilter(conditions: Named): JsonObject {
  return Object.fromEntries(Object.entries(conditions).map(([name, value]) => [name, condition(value)]));
}

function condition(value: unknown): JsonValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map(condition);
  if (typeof value !== 'object' || value === null) return null;
  const marked = conditionOf(value);
  if (marked) return marked.condition;
  const hash = hashOf(value);
  return hash ? toFilter(hash) : null;
}
