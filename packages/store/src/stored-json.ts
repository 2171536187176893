import type { JsonValue } from '@countinghouse/contracts';

/** Longer values are found by their text alone: value and text together must fit into one document of 16 MB. */
export const SEARCHABLE_JSON_CHARACTERS = 256 * 1024;

export interface StoredJson {
  /** The truth: lossless, whatever names the members have. */
  readonly text: string | null;
  /** The value that path filters look into. */
  readonly value: unknown;
}

export function storedJson(value: JsonValue): StoredJson {
  if (value === null) return { text: null, value: null };
  const text = JSON.stringify(value);
  return { text, value: text.length > SEARCHABLE_JSON_CHARACTERS ? null : searchable(value) };
}

/** The value without the members that BSON gives a meaning of its own or cannot hold. */
function searchable(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(searchable);
  const members: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(value)) {
    if (isStorableName(name)) members[name] = searchable(member);
  }
  return members;
}

/** `_bsontype` would make the driver take the object for one of its own classes. */
export function isStorableName(name: string): boolean {
  return !name.startsWith('$') && name !== '_bsontype' && name !== '__proto__' && !name.includes('\0');
}
