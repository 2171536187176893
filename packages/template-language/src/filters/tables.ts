import { inSlices } from '../text/transform.ts';
import { caseFilters, endFilters } from './case.ts';
import { escapeFilters } from './escape.ts';
import type { Filter, SimpleFilter } from './filter.ts';
import { layoutFilters } from './layout.ts';
import { lineBreakFilters, paragraphFilters } from './paragraphs.ts';
import { patternFilters } from './patterns.ts';

export interface FilterTable {
  readonly custom: ReadonlyMap<string, (text: string, ...args: unknown[]) => unknown>;
  readonly builtIn: ReadonlyMap<string, Filter>;
  /** The built-in simple filters that no filter of the host replaces. */
  readonly simple: Readonly<Record<string, SimpleFilter>>;
}

/** Simple filters that may be applied to a long text piece by piece. */
const slicedFilters: Readonly<Record<string, SimpleFilter>> = { ...caseFilters, ...escapeFilters };
const otherFilters: Readonly<Record<string, Filter>> = { ...layoutFilters, ...paragraphFilters, ...patternFilters };

export function filterTable(
  custom: Readonly<Record<string, (text: string, ...args: unknown[]) => unknown>>,
): FilterTable {
  const builtIn = new Map<string, Filter>(Object.entries(otherFilters));
  const simple = Object.create(null) as Record<string, SimpleFilter>;
  for (const [name, filter] of Object.entries(slicedFilters)) {
    builtIn.set(name, (context, text) => inSlices(context, text, filter));
  }
  for (const [name, filter] of Object.entries(lineBreakFilters)) {
    builtIn.set(name, (context, text) => inSlices(context, text, filter, 'words and blanks'));
  }
  for (const [name, filter] of Object.entries(endFilters)) builtIn.set(name, (_, text) => filter(text));
  for (const [name, filter] of Object.entries({ ...slicedFilters, ...lineBreakFilters, ...endFilters })) {
    if (!Object.hasOwn(custom, name)) simple[name] = filter;
  }
  return { custom: new Map(Object.entries(custom)), builtIn, simple };
}
