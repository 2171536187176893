import { inSlices } from '../text/transform.ts';
import { caseFilters } from './case.ts';
import { escapeFilters } from './escape.ts';
import type { Filter, SimpleFilter } from './filter.ts';
import { layoutFilters } from './layout.ts';
import { paragraphFilters } from './paragraphs.ts';
import { patternFilters } from './patterns.ts';

export interface FilterTable {
  readonly custom: ReadonlyMap<string, (text: string, ...args: unknown[]) => unknown>;
  readonly builtIn: ReadonlyMap<string, Filter>;
  /** The built-in simple filters that no filter of the host replaces. */
  readonly simple: Readonly<Record<string, SimpleFilter>>;
}

const simpleFilters: Readonly<Record<string, SimpleFilter>> = { ...caseFilters, ...escapeFilters, ...paragraphFilters };

export function filterTable(
  custom: Readonly<Record<string, (text: string, ...args: unknown[]) => unknown>>,
): FilterTable {
  const builtIn = new Map<string, Filter>([...Object.entries(layoutFilters), ...Object.entries(patternFilters)]);
  const simple = Object.create(null) as Record<string, SimpleFilter>;
  for (const [name, filter] of Object.entries(simpleFilters)) {
    const inPieces = Object.hasOwn(escapeFilters, name);
    builtIn.set(name, (context, text) => (inPieces ? inSlices(context, text, filter) : filter(text)));
    if (!Object.hasOwn(custom, name)) simple[name] = filter;
  }
  return { custom: new Map(Object.entries(custom)), builtIn, simple };
}
