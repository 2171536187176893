import { ErrorValue } from './error-value.ts';
import { numberText } from './numbers.ts';

/** What a value prints: lists, hashes, functions and host objects print nothing. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return (value | 0) === value ? `${value}` : numberText(value);
  if (typeof value === 'bigint') return numberText(value);
  if (value === true) return '1';
  if (value === false) return '0';
  return value instanceof ErrorValue ? `${value.error.type} error - ${text(value.error.info)}` : '';
}

/** False are undefined, the empty text, '0' and 0 (templates.md 3.4). */
export function truth(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return value !== '' && value !== '0';
    case 'number':
      return value !== 0;
    case 'boolean':
      return value;
    case 'bigint':
      return value !== 0n;
    case 'object':
      return value !== null;
    default:
      return value !== undefined;
  }
}

/** `a == b`: the same text, or the same list, hash or host object. */
export function same(a: unknown, b: unknown): boolean {
  return isReference(a) || isReference(b) ? a === b : text(a) === text(b);
}

function isReference(value: unknown): boolean {
  if (typeof value === 'object') return value !== null && !(value instanceof ErrorValue);
  return typeof value === 'function';
}

export function isDefined(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export type Hash = Record<string, unknown> | Map<unknown, unknown>;

export function emptyHash(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

const describe = Object.getOwnPropertyDescriptor;
const prototypeOf = Object.getPrototypeOf;

export function isPlain(value: object): boolean {
  const prototype: unknown = prototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An own value that is data; getters and inherited members are never reached. */
export function ownData(owner: object, key: string): unknown {
  const descriptor = describe(owner, key);
  return descriptor === undefined ? undefined : descriptor.value;
}

export function hashGet(hash: object, key: string): unknown {
  if (!(hash instanceof Map)) return ownData(hash, key);
  const value: unknown = hash.get(key);
  return value === undefined && /^\d+$/.test(key) ? hash.get(Number(key)) : value;
}

/** The keys of a hash whose values are data. A big hash takes long: the budget of the render looks at the clock. */
export function hashKeys(hash: object, budget: { charge(units: number): void }): string[] {
  if (hash instanceof Map) return [...hash.keys()].map(text);
  return Object.keys(hash).filter((key) => {
    budget.charge(8);
    const descriptor = describe(hash, key);
    return descriptor !== undefined && 'value' in descriptor;
  });
}

export function hashHas(hash: object, key: string): boolean {
  if (hash instanceof Map) return hash.has(key);
  const descriptor = describe(hash, key);
  return descriptor !== undefined && 'value' in descriptor;
}

/** Writes an own value; answers false where the host does not allow it. */
export function hashSet(hash: object, key: string, value: unknown): boolean {
  if (hash instanceof Map) {
    hash.set(key, value);
    return true;
  }
  const descriptor = describe(hash, key);
  if (descriptor === undefined) {
    return Reflect.defineProperty(hash, key, { value, writable: true, enumerable: true, configurable: true });
  }
  if (!('value' in descriptor) || descriptor.writable !== true) return false;
  return Reflect.defineProperty(hash, key, { value });
}

export function hashDelete(hash: object, key: string): void {
  if (hash instanceof Map) hash.delete(key);
  else Reflect.deleteProperty(hash, key);
}

/** Values that templates see as a hash: everything that is an object of data. */
export function isHash(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ErrorValue);
}

export function isThenable(value: object): value is PromiseLike<unknown> {
  if (value instanceof Promise) return true;
  if (Array.isArray(value) || isPlain(value)) return false;
  return 'then' in value && typeof value.then === 'function';
}
