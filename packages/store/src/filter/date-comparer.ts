import { invalidArgument, parseDateText } from '@countinghouse/contracts';
import { instantOf } from '../stored-date.ts';
import { anyOf, type Condition, NOTHING } from './condition.ts';
import type { FieldComparer } from './field-compiler.ts';
import { likeExpression, parseLike } from './like-pattern.ts';
import type { FilterLimits } from './limits.ts';
import { type Comparison, type Scalar, shown } from './operators.ts';

/**
 * Dates match as text (`"2014%"`), compiled to a range of instants where the pattern is a beginning of whole units, and
 * compare as instants. The API shows whole seconds, so a stored instant belongs to the second that it lies in.
 */
export function dateComparer(name: string, path: string, limits: FilterLimits): FieldComparer {
  const like = (text: string): Condition => {
    limits.pattern(text);
    const range = rangeOfPattern(text);
    if (range) return within(path, range);
    return parseLike(text).literal === undefined ? textMatch(path, text) : NOTHING;
  };
  const instant = (value: Scalar) => {
    const parsed = parseDateText(value);
    if (parsed === undefined) throw invalidArgument('filter', `a date YYYY-MM-DD HH:MM:SS at ${shown(name)}`);
    return instantOf(parsed);
  };
  return {
    path,
    like,
    matches: (value) => like(String(value)),
    equals: (values) =>
      anyOf(
        values.map((value) => {
          const from = instant(value);
          return within(path, { from, before: nextSecond(from) });
        }),
      ),
    compare: (operator, value) => compareSeconds(path, operator, instant(value)),
  };
}

/** From the first instant to before the last one plus a second: what `start` and `stop` of a list mean. */
export function secondsBetween(path: string, start: string, stop: string): Condition {
  return within(path, { from: instantOf(start), before: nextSecond(instantOf(stop)) });
}

interface InstantRange {
  readonly from: Date;
  readonly before: Date;
}

function within(path: string, { from, before }: InstantRange): Condition {
  return { [path]: { $gte: from, $lt: before } };
}

function compareSeconds(path: string, operator: Comparison, instant: Date): Condition {
  switch (operator) {
    case '>':
      return { [path]: { $gte: nextSecond(instant) } };
    case '>=':
      return { [path]: { $gte: instant } };
    case '<':
      return { [path]: { $lt: instant } };
    case '<=':
      return { [path]: { $lt: nextSecond(instant) } };
  }
}

function nextSecond(instant: Date): Date {
  return new Date(instant.getTime() + 1000);
}

/** Year, month, day, hour, minute, second: each with what stands before it. */
const UNITS = /^(\d{4})(?:-(?:(\d\d)(?:-(?:(\d\d)(?: (?:(\d\d)(?::(?:(\d\d)(?::(?:(\d\d))?)?)?)?)?)?)?)?)?)?(%+)?$/;
const LEAST = [0, 1, 1, 0, 0, 0] as const;

/** The instants whose text a pattern matches; undefined where that is no single range. */
function rangeOfPattern(pattern: string): InstantRange | undefined {
  const match = UNITS.exec(pattern);
  if (!match) return undefined;
  const given = match.slice(1, 7).filter((unit) => unit !== undefined);
  if (match[7] === undefined && given.length < 6) return undefined;
  const units = LEAST.map((least, index) => Number(given[index] ?? least));
  if (parseDateText(textOf(units)) === undefined) return undefined;
  const following = units.map((unit, index) => (index === given.length - 1 ? unit + 1 : unit));
  return { from: localInstant(units), before: localInstant(following) };
}

function textOf(units: readonly number[]): string {
  const [year, month, day, hour, minute, second] = units.map((unit, index) =>
    String(unit).padStart(index ? 2 : 4, '0'),
  );
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** Overflow carries over to the next unit. */
function localInstant(units: readonly number[]): Date {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = units;
  const instant = new Date(year, month - 1, day, hour, minute, second);
  if (year < 100) instant.setFullYear(year);
  return instant;
}

/** Any other pattern: by the text that the API shows. */
function textMatch(path: string, pattern: string): Condition {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const input = { $dateToString: { date: `$${path}`, format: '%Y-%m-%d %H:%M:%S', timezone } };
  return { $expr: { $regexMatch: { input, regex: likeExpression(parseLike(pattern)) } } };
}
