/** A LIKE pattern: `%` is any text, `_` any one character, `\%`, `\_` and `\\` the characters themselves; any other `\` is itself. */
export interface LikePattern {
  /** Runs of literal text and wildcards, in order; neighbouring `%` are one. */
  readonly parts: readonly LikePart[];
  /** The whole pattern as text, where it has no wildcard. */
  readonly literal: string | undefined;
}

export type LikePart = { readonly text: string } | { readonly wildcard: '%' | '_' };

const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

export function parseLike(pattern: string): LikePattern {
  const parts: LikePart[] = [];
  for (const token of pattern.match(/\\[\\%_]|%+|_|(?:(?!\\[\\%_])[^%_])+/gs) ?? []) {
    if (token.startsWith('%')) parts.push({ wildcard: '%' });
    else if (token === '_') parts.push({ wildcard: '_' });
    else parts.push({ text: token.length === 2 && /^\\[\\%_]$/.test(token) ? token.slice(1) : token });
  }
  const literal = parts.every((part) => 'text' in part) ? parts.map((part) => part.text).join('') : undefined;
  return { parts, literal };
}

export function hasWildcard(pattern: string): boolean {
  return parseLike(pattern).literal === undefined;
}

/**
 * The regular expression of a pattern, for the server: `\A` and `\z` are the ends of the whole text, also where it has
 * several lines. A `%` at either end leaves that end open, which spares the engine the empty scan.
 */
export function likeExpression(pattern: LikePattern): string {
  const parts = [...pattern.parts];
  const open = { start: isAny(parts[0]), end: isAny(parts.at(-1)) };
  if (open.start) parts.shift();
  if (open.end) parts.pop();
  return `${open.start ? '' : '\\A'}${parts.map(partExpression).join('')}${open.end ? '' : '\\z'}`;
}

function isAny(part: LikePart | undefined): boolean {
  return part !== undefined && 'wildcard' in part && part.wildcard === '%';
}

function partExpression(part: LikePart): string {
  if ('text' in part) return escapeExpression(part.text);
  return part.wildcard === '%' ? '.*' : '.';
}

export function escapeExpression(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** Does a text match, in this process? For values known beforehand. */
export function likeMatches(pattern: LikePattern, text: string): boolean {
  const source = pattern.parts.map((part) => ('text' in part ? escapeForUnicode(part.text) : partExpression(part)));
  return new RegExp(`^${source.join('')}$`, 'isu').test(text);
}

function escapeForUnicode(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
