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
const cache = new Map<string, RE2JS>();

/** Bounds of a pattern with its classes written out: what is within them is compiled in a few milliseconds. */
const patternLengthMax = 10_000;
const unicodeClassesMax = 200;
const repeatedLengthMax = 20_000;

/** A pattern that is ready to search. */
export class Pattern {
  readonly #context: MethodContext;
  readonly #compiled: RE2JS;

  private constructor(context: MethodContext, compiled: RE2JS) {
    this.#context = context;
    this.#compiled = compiled;
  }

  /** Compiles a pattern of a template: linear time, `\w \d \s` for all scripts. Throws a TemplateError that names it. */
  static of(context: MethodContext, source: string): Pattern {
    return new Pattern(context, cachedPattern(context, source));
  }

  /** True where the pattern matches somewhere. */
  isIn(subject: string): boolean {
    this.#context.charge(16 + (subject.length >> 2));
    return this.#compiled.test(this.#watched(subject));
  }

  /** The matches, one after the other. */
  *matches(subject: string): Generator<PatternMatch> {
    const matcher = this.#compiled.matcher(this.#watched(subject));
    this.#context.charge(subject.length);
    while (matcher.find()) {
      const groups: (string | undefined)[] = [];
      for (let index = 0; index <= matcher.groupCount(); index += 1) groups.push(matcher.group(index) ?? undefined);
      this.#context.charge(64);
      yield { start: matcher.start(), end: matcher.end(), groups };
    }
  }

  #watched(subject: string): string {
    const work = this.#compiled.programSize();
    if (subject.length * work < 200_000) return subject;
    // The library takes objects of type String as well as texts.
    return new WatchedText(subject, this.#context, work) as unknown as string;
  }
}

/**
 * A text that counts its work while a pattern reads it, character by character, so that a search ends in time. A
 * search for a constant text does not come by here, but it takes no time.
 */
class WatchedText extends String {
  readonly #text: string;
  readonly #context: MethodContext;
  readonly #workPerCharacter: number;

  constructor(text: string, context: MethodContext, workPerCharacter: number) {
    super(text);
    this.#text = text;
    this.#context = context;
    this.#workPerCharacter = workPerCharacter;
  }

  override charCodeAt(index: number): number {
    this.#context.charge(this.#workPerCharacter);
    return this.#text.charCodeAt(index);
  }
}

function cachedPattern(context: MethodContext, source: string): RE2JS {
  const known = cache.get(source);
  if (known !== undefined) return known;
  context.charge(10_000);
  const compiled = compile(source);
  if (cache.size >= cacheSizeMax) cache.delete(cache.keys().next().value ?? '');
  cache.set(source, compiled);
  return compiled;
}

function compile(source: string): RE2JS {
  if (source.length > patternLengthMax) throw tooLong(source);
  const written = toUnicode(source);
  const classes = written.match(/\\p/gi)?.length ?? 0;
  if (classes > unicodeClassesMax || written.length * largestRepeat(written) > repeatedLengthMax) throw tooLong(source);
  try {
    return RE2JS.compile(written);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TemplateError('undef', `pattern '${source}' is not supported: ${reason}`, { cause: error });
  }
}

function tooLong(source: string): TemplateError {
  const shown = source.length > 100 ? `${source.slice(0, 100)}...` : source;
  return new TemplateError('undef', `pattern is too long: ${shown}`);
}

/** The largest count of a quantifier like `{2,10}`, at least 1. */
function largestRepeat(pattern: string): number {
  let largest = 1;
  for (const [digits] of pattern.matchAll(/(?<=\{[\d,]{0,10})\d+/g)) largest = Math.max(largest, Number(digits));
  return largest;
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
  for (const match of Pattern.of(context, pattern).matches(subject)) {
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
