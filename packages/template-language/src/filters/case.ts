import { capitalize, collapse, lowerFirst, trim } from '../text/transform.ts';
import type { SimpleFilter } from './filter.ts';

/** Filters that change case and white space. */
export const caseFilters: Readonly<Record<string, SimpleFilter>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  ucfirst: capitalize,
  lcfirst: lowerFirst,
  trim,
  collapse,
  null: () => '',
  stderr: () => '',
  stdout: () => '',
};
