import { text as textOf } from '../runtime/values.ts';
import { replacePattern } from '../text/pattern.ts';
import type { Filter } from './tables.ts';

/** Filters that take patterns. */
export const patternFilters: Readonly<Record<string, Filter>> = {
  replace: (context, text, [pattern, replacement]) =>
    replacePattern(context, text, textOf(pattern), textOf(replacement), true),
  remove: (context, text, [pattern]) => replacePattern(context, text, textOf(pattern), '', true),
};
