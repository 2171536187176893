import { type HostHandler, HostObject } from '../host-object.ts';
import { ErrorValue } from './error-value.ts';
import { ListLoop, type Loop, type LoopContext, StreamLoop, sortedPairs } from './loop-state.ts';
import { hashGet, hashKeys, isPlain } from './values.ts';
import { View } from './view.ts';

/** What making a loop needs of the render. */
export interface LoopMaker extends LoopContext {
  charge(units: number): void;
  /** A loop over something iterable; undefined for what is not. */
  openStream(source: object, size?: number): Loop | undefined;
}

/** What FOREACH walks for a value; undefined where there is nothing to walk. */
export function loopOver(value: unknown, maker: LoopMaker): Loop | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : new ListLoop(value);
  if (value === undefined || value === null || value === '' || value === '0' || value === 0 || value === false) {
    return undefined;
  }
  if (typeof value !== 'object' || isSingleItem(value)) return new ListLoop([value]);
  const handler = HostObject.handlerOf(value);
  if (handler !== undefined) return hostLoop(value, handler, maker);
  if (!isPlain(value) && !(value instanceof Map)) {
    const stream = maker.openStream(value);
    if (stream !== undefined) return stream;
  }
  const pairs = hashKeys(value, maker).map((key) => [key, hashGet(value, key)] as const);
  return pairs.length === 0 ? undefined : new ListLoop(sortedPairs(pairs, maker));
}

function isSingleItem(value: object): boolean {
  if (value instanceof View || value instanceof ErrorValue) return true;
  return value instanceof ListLoop || value instanceof StreamLoop;
}

function hostLoop(value: object, handler: HostHandler, maker: LoopMaker): Loop | undefined {
  if (handler.iterate !== undefined) {
    const source: object = maker.hostCall(() => handler.iterate?.()) ?? [];
    if (Array.isArray(source)) return source.length === 0 ? undefined : new ListLoop(source);
    return maker.openStream(source, handler.size);
  }
  if (handler.keys === undefined) return new ListLoop([value]);
  const keys = maker.hostCall(() => handler.keys?.() ?? []);
  const pairs = keys.map((key) => [key, maker.hostCall(() => handler.get(key))] as const);
  return new ListLoop(sortedPairs(pairs, maker));
}
