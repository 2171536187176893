import { hashOf } from './arguments.ts';
import { copyForTemplate, type HostValue, toJsonValue } from './json-value.ts';
import { isTrue } from './query/query-state.ts';
import type { Render } from './render.ts';

/** JSON with sorted keys and without blanks. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    const sorted: [string, unknown][] = Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return Object.fromEntries(sorted);
  });
}

/** The objects of the host inside a value, at any depth. */
function hostObjectsIn(value: unknown, found: Set<object>, depth = 0): Set<object> {
  if (typeof value !== 'object' || value === null || depth > 100) return found;
  if (Array.isArray(value)) for (const item of value) hostObjectsIn(item, found, depth + 1);
  else {
    const hash = hashOf(value);
    if (!hash) found.add(value);
    else for (const item of Object.values(hash)) hostObjectsIn(item, found, depth + 1);
  }
  return found;
}

/**
 * `toJson(x)`: objects become their rows at any depth; a false argument prints nothing, `[]` and `{}` do (templates.md 1.4).
 */
export function toJson(render: Render): (value?: unknown) => string | Promise<string> {
  return (value) => {
    if (!isTrue(value)) return '';
    const objects = hostObjectsIn(value, new Set());
    return objects.size === 0 ? sortedJson(toJsonValue(value)) : jsonWithObjects(render, value, objects);
  };
}

async function jsonWithObjects(render: Render, value: unknown, objects: ReadonlySet<object>): Promise<string> {
  const rows = new Map<object, unknown>();
  for (const object of objects) rows.set(object, await render.modelOf(object)?.row());
  const hostValue: HostValue = (object) => {
    const row = rows.get(object);
    return row === undefined ? undefined : toJsonValue(row);
  };
  return sortedJson(toJsonValue(value, hostValue));
}

/** Data; undefined for empty or bad text. Trailing commas and `#` comments are tolerated; data stays what it is. */
export function fromJson(text: unknown): unknown {
  if (typeof text !== 'string') return typeof text === 'object' ? text : undefined;
  for (const candidate of [text, tolerated(text)]) {
    try {
      return copyForTemplate(JSON.parse(candidate));
    } catch {
      // The tolerant reading comes next; text that is no JSON either way is undefined.
    }
  }
  return undefined;
}

/** Without comments and commas before a closing bracket; texts inside quotes stay. */
function tolerated(text: string): string {
  return text
    .replaceAll(/("(?:[^"\\]|\\.)*")|#[^\n]*/g, (_whole, quoted: string | undefined) => quoted ?? '')
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g, (_whole, quoted: string | undefined) => quoted ?? '');
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function queryText(value: unknown): string {
  const json = toJsonValue(value);
  if (json === null) return '';
  return percentEncoded(
    typeof json === 'object' ? sortedJson(json) : String(json === true ? 1 : json === false ? 0 : json),
  );
}

/** Functions that need nothing but their arguments (templates.md 1.4). */
export const FUNCTIONS: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
  fromJson,
  toQueryString: (given) => {
    const hash = hashOf(given);
    if (!hash) return undefined;
    const pairs = Object.entries(hash).sort(([a], [b]) => (a < b ? -1 : 1));
    return pairs.map(([key, value]) => `${percentEncoded(key)}=${queryText(value)}`).join('&');
  },
  toBase64Url: (text) => Buffer.from(plainText(text)).toString('base64url'),
  fromBase64Url: (text) => Buffer.from(plainText(text), 'base64url').toString(),
  ref: (value) => {
    if (!isTrue(value)) return [];
    return hashOf(value) ? [value] : value;
  },
};

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/** A readable text of a value; objects are shown by their rows. */
export function dump(render: Render): (value?: unknown) => Promise<string> {
  return async (value) => {
    const objects = hostObjectsIn(value, new Set());
    const rows = new Map<object, unknown>();
    for (const object of objects) rows.set(object, await render.modelOf(object)?.row());
    return JSON.stringify(
      toJsonValue(value, (object) => toJsonValue(rows.get(object) ?? null)),
      null,
      2,
    );
  };
}
