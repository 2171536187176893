import { text as textOf } from '../runtime/values.ts';
import { replacePattern } from '../text/pattern.ts';
import type { Filter } from './filter.ts';

/** Filters that take patterns. Unlike the method, the filter `replace` puts its text in as it is. */
export const patternFilters: Readonly<Record<string, Filter>> = {
  replace: (context, text, [pattern, replacement]) =>
    replacePattern(context, text, textOf(pattern), textOf(replacement), true, false),
  remove: (context, text, [pattern]) => replacePattern(context, text, textOf(pattern), '', true),
};
