import type { Filter } from '../filters/filter.ts';

/** A filter that is there, with its arguments: one of the host, a built-in one, or neither for `eval`. */
export interface OpenFilter {
  readonly custom: ((text: string, ...args: unknown[]) => unknown) | undefined;
  readonly builtIn: Filter | undefined;
  readonly args: readonly unknown[];
}
