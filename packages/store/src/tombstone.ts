import type { Collection, Document, Filter } from 'mongodb';
import type { Condition } from './filter/condition.ts';

/**
 * The field that marks a document as deleted while its events are not out yet (architecture.md, rule 3); its value names the
 * grave that takes them. Documents with it are gone for everybody who reads.
 */
export const TOMBSTONE = 'tombstone';

/** Is the document deleted? Reads by key ask this instead of the server. */
export function isTombstone(document: Document): boolean {
  return document[TOMBSTONE] !== undefined;
}

/** The document of a key, or undefined where there is none or only a tombstone. One read by key. */
export async function findLive<T extends Document>(
  collection: Collection<T>,
  id: T['_id'],
  projection?: Document,
): Promise<T | undefined> {
  const options = projection ? { projection: { ...projection, [TOMBSTONE]: 1 } } : {};
  const document = (await collection.findOne({ _id: id } as Filter<T>, options)) as T | null;
  return document === null || isTombstone(document) ? undefined : document;
}

/**
 * The filter, with tombstones excluded where it could match one. A tombstone has no fields but its key and unique ones, so any
 * condition that needs a value elsewhere excludes it by itself; the server is then not asked a second question.
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
