import { HostObject } from '../host-object.ts';
import { ErrorValue } from './error-value.ts';
import { ListLoop, StreamLoop } from './loop-state.ts';

/** What a value is to templates, apart from views. */
export type Kind = 'text' | 'list' | 'hash' | 'function' | 'host' | 'loop' | 'error';

export function kindOf(value: unknown): Kind {
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return 'text';
  if (Array.isArray(value)) return 'list';
  if (value instanceof ErrorValue) return 'error';
  if (value instanceof ListLoop || value instanceof StreamLoop) return 'loop';
  return HostObject.handlerOf(value) === undefined ? 'hash' : 'host';
}
