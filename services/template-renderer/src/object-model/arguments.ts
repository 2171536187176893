import type { JsonValue } from '@countinghouse/contracts';
import { toJsonValue } from './json-value.ts';
import { isMarker } from './query/markers.ts';

export type Named = Readonly<Record<string, unknown>>;

/** What a template called a member with: positional arguments, then one hash with the named ones. */
export class Arguments {
  readonly all: readonly unknown[];
  /** The hash at the end, empty where there is none. */
  readonly named: Named;
  readonly positional: readonly unknown[];

  constructor(all: readonly unknown[]) {
    this.all = all;
    const last = all.at(-1);
    const hash = hashOf(last);
    this.named = hash ?? {};
    this.positional = hash ? all.slice(0, -1) : all;
  }

  /** Named arguments, and positional ones read as pairs (`'limit', 5`); a hash after the last name is its value. */
  pairs(): Record<string, unknown> {
    const isPaired = this.positional.length % 2 === 1 && this.positional.length < this.all.length;
    const listed = isPaired ? this.all : this.positional;
    const pairs: Record<string, unknown> = {};
    for (let index = 0; index + 1 < listed.length; index += 2) pairs[String(listed[index])] = listed[index + 1];
    return isPaired ? pairs : { ...pairs, ...this.named };
  }

  /** The first positional argument; undefined where it is absent or empty. */
  first(): unknown {
    const [value] = this.positional;
    return value === '' ? undefined : value;
  }

  text(index: number): string {
    return textOf(this.positional[index]);
  }

  /** An id, undefined for anything else. */
  id(index = 0): number | undefined {
    return idOf(this.positional[index]);
  }

  json(): Record<string, JsonValue> {
    return toJsonValue(this.named) as Record<string, JsonValue>;
  }
}

/** What the language prints for a value: nothing for lists, hashes and objects. */
export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

export function idOf(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d{1,10}$/.test(value)) return idOf(Number(value));
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647
    ? value
    : undefined;
}

/** A hash of a template: a prototype-free or plain object, or a Map; never a list or an object of the host. */
export function hashOf(value: unknown): Named | undefined {
  if (typeof value !== 'object' || value === null || isMarker(value)) return undefined;
  if (value instanceof Map) return Object.fromEntries(value) as Named;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ? (value as Named) : undefined;
}
