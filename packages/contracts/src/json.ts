export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/** Stored texts and blobs (decisions.md 4). */
export const MAX_TEXT_BYTES = 15 * 1024 * 1024;
export const MAX_JSON_DEPTH = 100;

/** Levels of nesting; a scalar is 0. Stops counting one level above the limit. */
export function jsonDepth(value: JsonValue, limit: number = MAX_JSON_DEPTH): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit < 0) return 1;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, jsonDepth(member, limit - 1));
  return deepest + 1;
}
