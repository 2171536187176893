import { Fault, MAX_JSON_DEPTH } from '@countinghouse/contracts';
import { roundedNumber } from './json-value.ts';
import { isMarker } from './query/markers.ts';

/** The rows of objects of the host. */
export type HostRows = ReadonlyMap<object, unknown>;

const KEYS_KEPT = 1_000;
const keyTexts = new Map<string, string>();

/** `"key":`, kept for the keys that come again and again. */
function keyText(key: string): string {
  const kept = keyTexts.get(key);
  if (kept !== undefined) return kept;
  if (keyTexts.size >= KEYS_KEPT) keyTexts.clear();
  const made = `${JSON.stringify(key)}:`;
  keyTexts.set(key, made);
  return made;
}

/** Writes JSON with sorted keys and without blanks (templates.md 1.4, `toJson`). Markers that are no JSON are null. */
export class JsonText {
  /** Objects of the host whose rows were not given: what was written has null in their place. Undefined where there are none. */
  missing: Set<object> | undefined;
  readonly #rows: HostRows | undefined;

  constructor(rows?: HostRows) {
    this.#rows = rows;
  }

  /** Fault 400 for a value that is more than 100 levels deep, such as one that holds itself. */
  write(value: unknown, depth = 0): string {
    switch (typeof value) {
      case 'string':
        return quoted(value);
      case 'number':
        return numberJson(value);
      case 'bigint':
        return String(value);
      case 'boolean':
        return value ? 'true' : 'false';
      case 'object':
        return value === null ? 'null' : this.#object(value, depth);
      default:
        return 'null';
    }
  }

  #object(value: object, depth: number): string {
    if (depth > MAX_JSON_DEPTH) throw new Fault(400, `a value is more than ${MAX_JSON_DEPTH} levels deep`);
    if (Array.isArray(value)) return `[${value.map((item) => this.write(item, depth + 1)).join(',')}]`;
    if (value instanceof Map) return this.#hash(Object.fromEntries(value) as object, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === null || prototype === Object.prototype ? this.#hash(value, depth) : this.#host(value, depth);
  }

  #hash(value: object, depth: number): string {
    let members = '';
    for (const key of sortedKeys(value)) {
      if (members !== '') members += ',';
      members += keyText(key) + this.write(Reflect.get(value, key), depth + 1);
    }
    return `{${members}}`;
  }

  #host(value: object, depth: number): string {
    if (isMarker(value)) return 'null';
    if (this.#rows?.has(value)) return this.write(this.#rows.get(value), depth);
    this.missing ??= new Set();
    this.missing.add(value);
    return 'null';
  }
}

const SHORT_TEXT_MAX = 64;
/** What stands in JSON as it is; short texts are nearly always of this. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

function quoted(text: string): string {
  return text.length <= SHORT_TEXT_MAX && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

const DIGITS_MAX = 15;

/** Numbers that are no longer than 15 characters have no more digits. */
function numberJson(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  const text = String(value);
  return text.length <= DIGITS_MAX ? text : String(roundedNumber(value));
}

const FEW_KEYS = 16;

function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] as string;
    let at = index;
    for (; at > 0 && (keys[at - 1] as string) > key; at -= 1) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}
