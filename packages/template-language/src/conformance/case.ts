import { readFileSync } from 'node:fs';
import type { EngineOptions } from '../index.ts';

type TagOptions = Pick<
  EngineOptions,
  'startTag' | 'endTag' | 'outlineTag' | 'anyCase' | 'interpolate' | 'trim' | 'preChomp' | 'postChomp'
>;

/** A template, and what Template Toolkit makes of it: its output or its error. */
export interface Case {
  readonly source: string;
  /** In place of the variables of the file. */
  readonly variables?: object;
  readonly options?: TagOptions;
  readonly blocks?: Readonly<Record<string, string>>;
  readonly output?: string;
  readonly error?: string;
}

export interface CaseFile {
  readonly variables: object;
  /** Where a case has none itself. */
  readonly blocks?: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

export const caseFileNames = [
  'syntax',
  'language',
  'methods-and-filters',
  'details',
  'template-names',
  'views',
  'random',
  'compared',
] as const;

export function caseFileUrl(name: string): URL {
  return new URL(`./${name}.json`, import.meta.url);
}

export function readCaseFile(name: string): CaseFile {
  return JSON.parse(readFileSync(caseFileUrl(name), 'utf8')) as CaseFile;
}
