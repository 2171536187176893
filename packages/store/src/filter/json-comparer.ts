import type { JsonObject, JsonValue } from '@countinghouse/contracts';
import { invalidArgument } from '@countinghouse/contracts';
import { shiftDecimal } from '../decimal-scale.ts';
import { isStorableName } from '../stored-json.ts';
import { allOf, anyOf, type Condition, isNull, NOTHING } from './condition.ts';
import { comparison, compileField, type FieldComparer } from './field-compiler.ts';
import { likeExpression, parseLike } from './like-pattern.ts';
import type { FilterLimits } from './limits.ts';
import { isObject, isOperatorLike, type Scalar, shown } from './operators.ts';
import { textComparer } from './text-comparer.ts';

const SEGMENTS_MAX = 20;

export interface JsonStorage {
  readonly path: string;
  /** Where the compact text stands. */
  readonly textPath: string;
  /** Texts are always LIKE on the compact text, never the name of a path. */
  readonly rawText: boolean;
}

/**
 * A JSON field: `{"a.b": 1}` looks at a path, `"a.b"` asks whether the path exists, `"!a.b"` whether it is missing, a text
 * with `%` is LIKE on the compact text (peer-http-api.md 2).
 */
export function compileJsonField(
  name: string,
  value: JsonValue,
  storage: JsonStorage,
  limits: FilterLimits,
): Condition {
  const { path, textPath } = storage;
  const text = textComparer({ path: textPath }, limits);
  if (value === null) return isNull(textPath);
  if (Array.isArray(value)) return anyOf(value.map((member) => compileJsonField(name, member, storage, limits)));
  if (isObject(value)) {
    return Object.keys(value).some(isOperatorLike)
      ? compileField(name, value, text, limits)
      : compileMembers(name, path, value, limits);
  }
  limits.value();
  if (typeof value !== 'string' || storage.rawText || value.includes('%')) return text.like(String(value));
  const missing = value.startsWith('!');
  const target = memberPath(name, path, missing ? value.slice(1) : value);
  return { [target]: { $exists: !missing } };
}

/** All members of `{"a": 1, "b.c": {">": 2}}`; an object of names goes one level down. */
function compileMembers(name: string, path: string, members: JsonObject, limits: FilterLimits, depth = 0): Condition {
  limits.enter(depth);
  return allOf(
    Object.entries(members).map(([member, value]) => {
      const target = memberPath(name, path, member);
      if (isObject(value) && !Object.keys(value).some(isOperatorLike)) {
        return compileMembers(name, target, value, limits, depth + 1);
      }
      return compileField(`${name}.${member}`, value, memberComparer(target, limits), limits);
    }),
  );
}

function memberPath(name: string, path: string, member: string): string {
  const segments = member.split('.');
  if (segments.length > SEGMENTS_MAX || !segments.every((segment) => segment !== '' && isStorableName(segment))) {
    throw invalidArgument('filter', `a path a.b of at most ${SEGMENTS_MAX} names in ${shown(name)}`);
  }
  return `${path}.${member}`;
}

/** What stands at a path may be text, number or boolean: 1, "1" and true are found by each other. */
function memberComparer(path: string, limits: FilterLimits): FieldComparer {
  const equals = (values: readonly Scalar[]): Condition => {
    const alike = values.flatMap(spellingsOf);
    return alike.length === 0 ? NOTHING : { [path]: alike.length === 1 ? alike[0] : { $in: alike } };
  };
  const like = (text: string): Condition => {
    limits.pattern(text);
    const regex = likeExpression(parseLike(text));
    const numberText = { $cond: [{ $isNumber: `$${path}` }, { $toString: `$${path}` }, ''] };
    return anyOf([
      { [path]: { $regex: regex, $options: 'is' } },
      { $expr: { $regexMatch: { input: numberText, regex } } },
    ]);
  };
  return {
    path,
    equals,
    like,
    matches: (value) => (typeof value === 'string' && value.includes('%') ? like(value) : equals([value])),
    compare: (operator, value) => comparison(path, operator, typeof value === 'boolean' ? Number(value) : value),
  };
}

function spellingsOf(value: Scalar): Scalar[] {
  if (typeof value === 'boolean') return [value, Number(value), String(Number(value))];
  const number = shiftDecimal(value, 0);
  const spellings: Scalar[] = typeof value === 'number' ? [value, String(value)] : [value];
  if (typeof value === 'string' && number !== undefined) spellings.push(number);
  if (number === 0 || number === 1) spellings.push(number === 1);
  return spellings;
}
