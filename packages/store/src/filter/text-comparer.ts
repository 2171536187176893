import { type Condition, NOTHING } from './condition.ts';
import { comparison, type FieldComparer } from './field-compiler.ts';
import { escapeExpression, type LikePattern, likeExpression, likeMatches, parseLike } from './like-pattern.ts';
import type { FilterLimits } from './limits.ts';
import type { Scalar } from './operators.ts';

export interface TextStorage {
  readonly path: string;
  /** The only texts there are: a pattern becomes a list of them, which an index serves. */
  readonly oneOf?: readonly string[] | undefined;
  /** Where the text stands in lower case: equality and beginnings are looked up there, which an index serves. */
  readonly lowerCasePath?: string | undefined;
}

/** Text compares without regard to case; a bare value and `-like` are patterns. */
export function textComparer(storage: TextStorage, limits: FilterLimits): FieldComparer {
  const { path } = storage;
  const like = (text: string) => {
    limits.pattern(text);
    return likeCondition(storage, parseLike(text));
  };
  return {
    path,
    like,
    matches: (value) => like(String(value)),
    equals: (values) => {
      for (const value of values) limits.pattern(String(value).replaceAll('%', ''));
      return equalsAny(storage, values);
    },
    compare: (operator, value) => comparison(path, operator, String(value)),
  };
}

function likeCondition(storage: TextStorage, pattern: LikePattern): Condition {
  if (pattern.literal !== undefined) return equalsAny(storage, [pattern.literal]);
  if (storage.oneOf)
    return inCondition(
      storage.path,
      storage.oneOf.filter((text) => likeMatches(pattern, text)),
    );
  if (storage.lowerCasePath !== undefined) {
    return { [storage.lowerCasePath]: { $regex: likeExpression(lowerCase(pattern)), $options: 's' } };
  }
  return matching(
    storage.path,
    likeExpression(pattern),
    pattern.parts.map((part) => ('text' in part ? part.text : '')),
  );
}

function lowerCase(pattern: LikePattern): LikePattern {
  return {
    ...pattern,
    parts: pattern.parts.map((part) => ('text' in part ? { text: part.text.toLowerCase() } : part)),
  };
}

function equalsAny(storage: TextStorage, values: readonly Scalar[]): Condition {
  const texts = values.map(String);
  const lower = new Set(texts.map((text) => text.toLowerCase()));
  if (storage.oneOf) {
    return inCondition(
      storage.path,
      storage.oneOf.filter((text) => lower.has(text.toLowerCase())),
    );
  }
  if (storage.lowerCasePath !== undefined) return inCondition(storage.lowerCasePath, [...lower]);
  if (texts.length === 1 && texts[0] === '') return { [storage.path]: '' };
  const alternatives = texts.map(escapeExpression).join('|');
  return matching(storage.path, `\\A(?:${alternatives})\\z`, texts.length === 1 ? texts : []);
}

function inCondition(path: string, texts: readonly string[]): Condition {
  if (texts.length === 0) return NOTHING;
  return { [path]: texts.length === 1 ? texts[0] : { $in: texts } };
}

const ASCII_LETTER = /^(?=.*[a-z])[\x20-\x7e]{2,}$/;

/**
 * A regular expression without regard to case, behind a cheap look for the longest piece of plain text that must be there:
 * SecantusDB compiles the expression for every document that it is tried on (100 µs each).
 */
function matching(path: string, expression: string, pieces: readonly string[]): Condition {
  const plain = pieces.map((piece) => piece.toLowerCase()).filter((piece) => ASCII_LETTER.test(piece));
  const longest = plain.reduce((best, piece) => (piece.length > best.length ? piece : best), '');
  const condition = { [path]: { $regex: expression, $options: 'is' } };
  if (longest === '') return condition;
  const place = { $indexOfCP: [{ $toLower: `$${path}` }, { $literal: longest }] };
  return { $expr: { $gte: [place, 0] }, ...condition };
}
