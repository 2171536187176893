import { RE2JS } from 're2js';
import { TemplateError } from '../errors.ts';
import type { MethodContext } from '../methods/method.ts';

/** A match: the whole, then the groups; a group that took no part is undefined. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

const cacheSizeMax = 200;
/** A single search cannot be interrupted, so it must not take long. */
const subjectLengthMax = 1_000_000;
const cache = new Map<string, RE2JS>();

/** Compiles a pattern of a template: linear time, `\w \d \s` for all scripts. Throws a TemplateError that names it. */
export function compilePattern(source: string): RE2JS {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const compiled = compile(source);
  if (cache.size >= cacheSizeMax) cache.delete(cache.keys().next().value ?? '');
  cache.set(source, compiled);
  return compiled;
}

function compile(source: string): RE2JS {
  if (source.length > 10_000) throw new TemplateError('undef', `pattern is too long: ${source.slice(0, 100)}...`);
  try {
    return RE2JS.compile(toUnicode(source));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TemplateError('undef', `pattern '${source}' is not supported: ${reason}`, { cause: error });
  }
}

const outsideClass: Readonly<Record<string, string>> = {
  w: '[\\p{L}\\p{M}\\p{N}_]',
  W: '[^\\p{L}\\p{M}\\p{N}_]',
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  s: '[\\s\\v\\p{Z}\\x{85}]',
  S: '[^\\s\\v\\p{Z}\\x{85}]',
  h: '[\\t\\p{Zs}]',
  R: '(?:\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])',
  Z: '(?:\\n?\\z)',
};

const insideClass: Readonly<Record<string, string>> = {
  w: '\\p{L}\\p{M}\\p{N}_',
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  s: '\\s\\v\\p{Z}\\x{85}',
  h: '\\t\\p{Zs}',
};

/** Rewrites the classes of Perl to their Unicode meaning in RE2's syntax. */
function toUnicode(source: string): string {
  let result = '';
  let inClass = false;
  for (let index = 0; index < source.length; index += 1) {
    const character = source.charAt(index);
    if (character === '\\') {
      const escaped = source.charAt(index + 1);
      result += (inClass ? insideClass : outsideClass)[escaped] ?? character + escaped;
      index += 1;
      continue;
    }
    if (inClass && character === ']') inClass = false;
    else if (!inClass && character === '[') {
      inClass = true;
      const opening = /^\[\^?\]?/.exec(source.slice(index))?.[0] ?? '[';
      result += opening.endsWith(']') ? `${opening.slice(0, -1)}\\]` : opening;
      index += opening.length - 1;
      continue;
    }
    result += character;
  }
  return result;
}

function checkSubject(context: MethodContext, subject: string): void {
  if (subject.length > subjectLengthMax) context.checkTextLength(Number.POSITIVE_INFINITY);
  context.charge(subject.length);
}

/** The matches of a pattern, one after the other. */
export function* matches(context: MethodContext, pattern: string, subject: string): Generator<PatternMatch> {
  const compiled = compilePattern(pattern);
  checkSubject(context, subject);
  const matcher = compiled.matcher(subject);
  while (matcher.find()) {
    const groups: (string | undefined)[] = [];
    for (let index = 0; index <= matcher.groupCount(); index += 1) groups.push(matcher.group(index) ?? undefined);
    context.charge(64);
    yield { start: matcher.start(), end: matcher.end(), groups };
  }
}

/** True where the pattern matches somewhere. */
export function isMatch(context: MethodContext, pattern: string, subject: string): boolean {
  checkSubject(context, subject);
  return compilePattern(pattern).test(subject);
}

/** Replaces matches. In the replacement `$1` is a group, `\$` a dollar, `\\` a backslash. */
export function replacePattern(
  context: MethodContext,
  subject: string,
  pattern: string,
  replacement: string,
  all: boolean,
  groupsInReplacement = true,
): string {
  let result = '';
  let position = 0;
  for (const match of matches(context, pattern, subject)) {
    result +=
      subject.slice(position, match.start) + (groupsInReplacement ? expand(replacement, match.groups) : replacement);
    context.checkTextLength(result.length);
    position = match.end;
    if (!all) break;
  }
  return context.bounded(result + subject.slice(position));
}

function expand(replacement: string, groups: readonly (string | undefined)[]): string {
  if (!/[\\$]/.test(replacement)) return replacement;
  return replacement.replace(/\\([\\$])|\$(\d+)/g, (_, escaped: string | undefined, group: string | undefined) =>
    group === undefined ? (escaped ?? '') : ((Number(group) === 0 ? undefined : groups[Number(group)]) ?? ''),
  );
}
