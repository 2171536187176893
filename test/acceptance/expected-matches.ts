import type { Field } from '@countinghouse/contracts';
import type { Row } from './world.ts';

type Value = string | number | null;

/** Orders values as a list sorts them: null first, texts without regard to case. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}

/** SQL's LIKE without regard to case. */
export function like(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/%/g, '.*')
    .replace(/_/g, '.');
  return new RegExp(`^${source}$`, 'is').test(text);
}

export interface FilterCase {
  readonly title: string;
  readonly condition: unknown;
  readonly matches: (value: Value) => boolean;
}

/** Filters of one field, made of the values that it has in the rows (peer-http-api.md 2). */
export function filterCases(field: Field, rows: readonly Row[], name: string): FilterCase[] {
  const values = [...new Set(rows.map((row) => row[name] as Value))].sort(compareValues);
  const present = values.filter((value) => value !== null);
  const middle = present[Math.floor(present.length / 2)];
  const nullCase = field.nullable ? [{ title: 'null', condition: null, matches: isNull }] : [];
  if (middle === undefined) return nullCase;
  const cases = field.kind === 'text' ? textCases(String(middle)) : orderedCases(middle, present);
  return [...cases, ...nullCase];
}

function isNull(value: Value): boolean {
  return value === null;
}

function textCases(middle: string): FilterCase[] {
  const part = middle.slice(1, 4);
  const hasText = (test: (text: string) => boolean) => (value: Value) => value !== null && test(String(value));
  const equal = hasText((text) => like(middle, text));
  return [
    { title: 'the text in other letters', condition: middle.toUpperCase(), matches: equal },
    { title: 'LIKE', condition: `%${part}%`, matches: hasText((text) => like(`%${part}%`, text)) },
    {
      title: '-like',
      condition: { '-like': `${middle.slice(0, 2)}%` },
      matches: hasText((text) => like(`${middle.slice(0, 2)}%`, text)),
    },
    {
      title: '-not_like',
      condition: { '-not_like': `%${part}%` },
      matches: hasText((text) => !like(`%${part}%`, text)),
    },
    {
      title: 'a list',
      condition: [middle, 'no such text'],
      matches: hasText((text) => text.toLowerCase() === middle.toLowerCase()),
    },
  ];
}

function orderedCases(middle: string | number, present: readonly (string | number)[]): FilterCase[] {
  const compared = (test: (order: number) => boolean) => (value: Value) =>
    value !== null && test(compareValues(value, middle));
  const last = present.at(-1) ?? middle;
  const within = (value: Value) =>
    value !== null && compareValues(value, middle) >= 0 && compareValues(value, last) <= 0;
  return [
    { title: 'equality', condition: middle, matches: compared((order) => order === 0) },
    { title: '>', condition: { '>': middle }, matches: compared((order) => order > 0) },
    { title: '>=', condition: { '>=': middle }, matches: compared((order) => order >= 0) },
    { title: '<', condition: { '<': middle }, matches: compared((order) => order < 0) },
    { title: '<=', condition: { '<=': middle }, matches: compared((order) => order <= 0) },
    { title: '!=', condition: { '!=': middle }, matches: compared((order) => order !== 0) },
    { title: '-in', condition: { '-in': [middle, last] }, matches: (value) => value === middle || value === last },
    { title: '-between', condition: { '-between': [middle, last] }, matches: within },
    { title: 'a list', condition: [middle], matches: compared((order) => order === 0) },
  ];
}
