import type { Field, Operation } from '@countinghouse/contracts';
import type { Row } from './world.ts';

/** JSON Schema of a field, as the API document shows it. */
interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
}

/** The fields of a row that are not what the operation declares, one sentence each. */
export function undeclaredFields({ item }: Operation, row: Row): string[] {
  return Object.entries(item ?? {})
    .filter(([name, field]) => row[name] !== undefined && !isAs(field, row[name]))
    .map(([name, { kind }]) => `${name}: ${JSON.stringify(row[name])} is no ${kind}`);
}

function isAs(field: Field, value: unknown): boolean {
  if (value === null) return field.nullable || field.kind === 'json';
  const { type, enum: words } = (field.schema.meta() ?? {}) as FieldSchema;
  return isOfType(type, value) && (words === undefined || words.includes(value));
}

function isOfType(type: string | undefined, value: unknown): boolean {
  if (type === undefined) return true;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type;
}
