import { type HostHandler, handlerOf } from '@countinghouse/template-language';

/** What stands behind an object that templates see. */
export interface HostModel extends HostHandler {
  /** The row of the object for `toJson`; undefined where there is none. */
  row(): Promise<unknown> | unknown;
}

/** The object behind a value of a template that has a row; undefined for helpers, markers and plain values. */
export function modelOf(value: unknown): HostModel | undefined {
  const handler = handlerOf(value);
  return handler && 'row' in handler ? (handler as HostModel) : undefined;
}
