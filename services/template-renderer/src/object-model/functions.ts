import { hashOf, textOf } from './arguments.ts';
import { modelOf } from './host-model.ts';
import { JsonText } from './json-text.ts';
import { copyForTemplate, toJsonValue } from './json-value.ts';
import { isTrue } from './query/query-state.ts';

/** JSON text of a value, with the rows of the objects in it, at any depth. At once where there are none. */
function jsonText(value: unknown): string | Promise<string> {
  const json = new JsonText();
  const text = json.write(value);
  return json.missing ? jsonWithRows(value, json.missing) : text;
}

async function jsonWithRows(value: unknown, objects: ReadonlySet<object>): Promise<string> {
  const rows = new Map<object, unknown>();
  for (const object of objects) rows.set(object, await modelOf(object)?.row());
  return new JsonText(rows).write(value);
}

/**
 * `toJson(x)`: objects become their rows at any depth; a false argument prints nothing, `[]` and `{}` do (templates.md 1.4).
 */
export function toJson(value?: unknown): string | Promise<string> {
  return isTrue(value) ? jsonText(value) : '';
}

/** A readable text of a value; objects are shown by their rows. */
async function dump(value?: unknown): Promise<string> {
  return JSON.stringify(JSON.parse(await jsonText(value)), null, 2);
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
    typeof json === 'object' ? new JsonText().write(json) : String(json === true ? 1 : json === false ? 0 : json),
  );
}

/** Functions that need nothing but their arguments (templates.md 1.4). */
export const FUNCTIONS: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
  toJson,
  dump,
  fromJson,
  toQueryString: (given) => {
    const hash = hashOf(given);
    if (!hash) return undefined;
    const pairs = Object.entries(hash).sort(([a], [b]) => (a < b ? -1 : 1));
    return pairs.map(([key, value]) => `${percentEncoded(key)}=${queryText(value)}`).join('&');
  },
  toBase64Url: (text) => Buffer.from(textOf(text)).toString('base64url'),
  fromBase64Url: (text) => Buffer.from(textOf(text), 'base64url').toString(),
  ref: (value) => {
    if (!isTrue(value)) return [];
    return hashOf(value) ? [value] : value;
  },
};
