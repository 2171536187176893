import { TemplateError } from '../errors.ts';
import { hostObject } from '../host-object.ts';
import { hashGet, isHash, text, truth } from '../runtime/values.ts';
import { strftime } from './strftime.ts';

const defaultFormat = '%H:%M:%S %d-%b-%Y';

/**
 * The `date` plugin: `date.now`, `date.format(time, format)`. Times are epoch seconds, `YYYY-MM-DD HH:MM:SS`
 * (also with `T`) or `HH:MM:SS DD-MM-YYYY` in the time zone of the process; a time of 0 means now (templates.md 3.6).
 */
export function datePlugin(...args: unknown[]): object {
  const defaults = namedArguments(args);
  return hostObject({
    get(name) {
      if (name === 'now') return () => Math.floor(Date.now() / 1000);
      return name === 'format' ? (...later: unknown[]) => format(later, defaults) : undefined;
    },
  });
}

function namedArguments(args: readonly unknown[]): object {
  const last = args[args.length - 1];
  return isHash(last) ? last : {};
}

function format(args: readonly unknown[], defaults: object): string {
  const named = namedArguments(args);
  const positional = isHash(args[args.length - 1]) ? args.slice(0, -1) : args;
  const option = (index: number, name: string): unknown =>
    positional[index] ?? hashGet(named, name) ?? hashGet(defaults, name);
  const time = option(0, 'time');
  const pattern = option(1, 'format');
  const shown = pattern === undefined ? defaultFormat : text(pattern);
  if (shown.length > formatLengthMax) {
    throw new TemplateError('date', `format has ${shown.length} characters, at most ${formatLengthMax} are allowed`);
  }
  return strftime(toDate(time), shown, truth(option(3, 'gmt')));
}

/** Separators of `YYYY-MM-DD HH:MM:SS` and of `HH:MM:SS DD-MM-YYYY`. */
const separators = /[-/.: T]/;

/** What follows the fields of a time is ignored. */
const timeLengthMax = 100;
const formatLengthMax = 10_000;

function toDate(time: unknown): Date {
  if (!truth(time)) return new Date();
  const value = text(time).slice(0, timeLengthMax);
  const date = /^-?\d+$/.test(value) ? new Date(Number(value) * 1000) : dateOfFields(value.split(separators));
  if (date === undefined || Number.isNaN(date.getTime())) {
    throw new TemplateError('date', `bad time/date string:  expects 'h:m:s d:m:y'  got: '${value}'`);
  }
  return date;
}

/** The year or the hour comes first; what follows the six fields is ignored. */
function dateOfFields(fields: readonly string[]): Date | undefined {
  if (
    fields.length < 6 ||
    !fields.slice(0, 6).every((field) => /^\d*/.exec(field)?.[0] === field || /^\d+\D/.test(field))
  ) {
    return undefined;
  }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = fields.map((field) => Number.parseInt(field, 10) || 0);
  const [year, month, day, hour, minute, second] = /^\d{4}/.test(fields[0] ?? '')
    ? [a, b, c, d, e, f]
    : [f, e, d, a, b, c];
  const date = new Date(2000, month - 1, day, hour, minute, second);
  date.setFullYear(date.getFullYear() - 2000 + year);
  return date;
}
