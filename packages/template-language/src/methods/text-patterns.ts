import { number } from '../runtime/numbers.ts';
import { text, truth } from '../runtime/values.ts';
import { Pattern, replacePattern } from '../text/pattern.ts';
import type { MethodContext, TextMethod } from './method.ts';

/** Methods of texts that take patterns (templates.md 3.6). */
export const textPatternMethods: Readonly<Record<string, TextMethod>> = {
  match(context, self, [pattern, all]) {
    if (pattern === undefined) return self;
    return truth(all) ? allMatches(context, self, text(pattern)) : firstMatch(context, self, text(pattern));
  },
  search: (context, self, [pattern]) =>
    pattern === undefined ? self : Pattern.of(context, text(pattern)).isIn(self) ? 1 : undefined,
  replace: (context, self, [pattern, replacement, all]) =>
    replacePattern(context, self, text(pattern), text(replacement), all === undefined || truth(all)),
  remove: (context, self, [pattern]) =>
    pattern === undefined ? self : replacePattern(context, self, text(pattern), '', true),
  split: (context, self, [pattern, limit]) =>
    splitText(context, self, pattern === undefined ? undefined : text(pattern), Math.trunc(Number(number(limit ?? 0)))),
};

/** The groups of the first match, [1] for a pattern without groups, '' where there is none. */
function firstMatch(context: MethodContext, self: string, pattern: string): unknown {
  for (const match of Pattern.of(context, pattern).matches(self)) {
    return match.groups.length === 1 ? [1] : match.groups.slice(1).map((group) => group ?? '');
  }
  return '';
}

function allMatches(context: MethodContext, self: string, pattern: string): unknown {
  const found: string[] = [];
  for (const match of Pattern.of(context, pattern).matches(self)) {
    const groups = match.groups.length === 1 ? match.groups : match.groups.slice(1);
    for (const group of groups) found.push(group ?? '');
    context.checkItems(found.length);
  }
  return found.length === 0 ? '' : found;
}

/**
 * Perl's split: empty pieces at the end are dropped unless there is a limit; groups become pieces that the limit does not
 * count. A match of nothing separates only what is on both sides of it.
 */
function splitText(context: MethodContext, self: string, pattern: string | undefined, limit: number): string[] {
  const blanks = pattern === undefined;
  const subject = blanks ? self.trimStart() : self;
  const pieces: string[] = [];
  if (subject === '') return pieces;
  let position = 0;
  let parts = 1;
  for (const match of Pattern.of(context, blanks ? '\\s+' : pattern).matches(subject)) {
    if (parts === limit) break;
    const isNothing = match.end === match.start;
    if (match.end === 0 || (isNothing && match.start === position)) continue;
    pieces.push(subject.slice(position, match.start), ...match.groups.slice(1).map((group) => group ?? ''));
    context.checkItems(pieces.length);
    position = match.end;
    parts += 1;
  }
  pieces.push(subject.slice(position));
  while (limit === 0 && pieces[pieces.length - 1] === '') pieces.pop();
  return pieces;
}
