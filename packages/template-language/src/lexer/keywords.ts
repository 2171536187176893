/** Words of the language, in capitals (templates.md 3.3). */
export const keywords: ReadonlySet<string> = new Set(
  (
    'GET CALL SET DEFAULT INSERT INCLUDE PROCESS WRAPPER BLOCK USE PLUGIN FILTER MACRO PERL RAWPERL TO STEP AND OR ' +
    'NOT DIV MOD IF UNLESS ELSE ELSIF FOR FOREACH NEXT WHILE END SWITCH CASE META IN TRY THROW CATCH FINAL LAST ' +
    'BREAK RETURN STOP CLEAR VIEW DEBUG'
  ).split(' '),
);

/** Words and signs that mean the same symbol. */
export const symbolAliases: ReadonlyMap<string, string> = new Map([
  ['AND', '&&'],
  ['OR', '||'],
  ['NOT', '!'],
  ['TO', '..'],
  ['=>', '='],
]);

export const keywordAliases: ReadonlyMap<string, string> = new Map([
  ['FOREACH', 'FOR'],
  ['BREAK', 'LAST'],
]);

const lowerCaseOperators: ReadonlySet<string> = new Set(['and', 'or', 'not', 'div', 'mod']);

/** In lower case these stay operators wherever they stand, with `anyCase` or without. */
export function isLowerCaseOperator(word: string): boolean {
  return lowerCaseOperators.has(word);
}

/** Words that take no name: in any case, a keyword after one of them stays a keyword (`next if x`). */
export const wholeKeywords: ReadonlySet<string> = new Set([
  'NEXT',
  'LAST',
  'RETURN',
  'STOP',
  'CLEAR',
  'TRY',
  'ELSE',
  'FINAL',
  'END',
]);

/** After these signs a lower-case keyword is an ordinary name. */
export const signsBeforeNames: ReadonlySet<string> = new Set([
  '.',
  '(',
  '[',
  '{',
  ',',
  '-',
  '*',
  '%',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '!',
  '&&',
  '||',
  '..',
  '|',
]);
