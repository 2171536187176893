import { capitalize, lowerFirst, trim } from '../text/transform.ts';
import type { SimpleFilter } from './filter.ts';

/** Filters that change case; a text may be filtered word by word. */
export const caseFilters: Readonly<Record<string, SimpleFilter>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
};

/** Filters that look at the ends of a text only, which takes no time whatever its length. */
export const endFilters: Readonly<Record<string, SimpleFilter>> = {
  ucfirst: capitalize,
  lcfirst: lowerFirst,
  trim,
  null: () => '',
  stderr: () => '',
  stdout: () => '',
};
