import type { Document, Filter } from 'mongodb';

export type Condition = Filter<Document>;

/** Matches no document; needs no index and reads nothing. */
export const NOTHING: Condition = { _id: { $in: [] } };
/** Matches every document. */
export const EVERYTHING: Condition = {};

export function isNull(path: string): Condition {
  return { [path]: null };
}

/** `$exists` as well: a path into a list of scalars is neither null nor there. */
export function isNotNull(path: string): Condition {
  return { [path]: { $exists: true, $ne: null } };
}

/** SQL's rule: a comparison with NULL is never true, its negation neither. */
export function notMatching(path: string, condition: Condition): Condition {
  if (condition === NOTHING) return isNotNull(path);
  return { $and: [isNotNull(path), { $nor: [condition] }] };
}

export function anyOf(conditions: readonly Condition[]): Condition {
  const possible = conditions.filter((condition) => condition !== NOTHING);
  if (possible.includes(EVERYTHING)) return EVERYTHING;
  const [first] = possible;
  if (!first) return NOTHING;
  return possible.length === 1 ? first : { $or: possible };
}

/** Conditions on different fields become one plain document, which the planner and the reader like best. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(NOTHING)) return NOTHING;
  const parts = conditions.filter((condition) => Object.keys(condition).length > 0);
  const [first] = parts;
  if (!first) return EVERYTHING;
  if (parts.length === 1) return first;
  const names = parts.flatMap((part) => Object.keys(part));
  return new Set(names).size === names.length ? Object.assign({}, ...parts) : { $and: parts };
}
