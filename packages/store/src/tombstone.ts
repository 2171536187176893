import type { Document } from 'mongodb';
import type { Condition } from './filter/condition.ts';

/** True in a document that is deleted but still holds events to publish (architecture.md, rule 3). */
export const TOMBSTONE = 'tombstone';

/** Is there nothing left of the document but its events? Reads by key ask this instead of the server. */
export function isTombstone(document: Document): boolean {
  return document[TOMBSTONE] === true;
}

/**
 * The filter, with tombstones excluded where it could match one. A tombstone has no fields but its key, so any condition
 * that needs a value in another field excludes it by itself; the server is then not asked a second question.
 */
export function withoutTombstones(filter: Condition): Condition {
  return Object.entries(filter).some(([path, condition]) => needsValue(path, condition))
    ? filter
    : { ...filter, [TOMBSTONE]: { $exists: false } };
}

const NEED_VALUE: ReadonlySet<string> = new Set(['$gt', '$gte', '$lt', '$lte', '$regex']);

function needsValue(path: string, condition: unknown): boolean {
  if (path === '_id' || path.startsWith('$') || condition === null || condition === undefined) return false;
  if (typeof condition !== 'object' || condition instanceof Date) return true;
  return Object.entries(condition).some(
    ([operator, operand]) =>
      NEED_VALUE.has(operator) ||
      (operator === '$in' && Array.isArray(operand) && !operand.includes(null)) ||
      (operator === '$exists' && operand === true),
  );
}
