import type { HostHandler } from '@countinghouse/template-language';

/** What stands behind an object that templates see. */
export interface HostModel extends HostHandler {
  /** The row of the object for `toJson`; undefined where there is none. */
  row(): Promise<unknown> | unknown;
}
