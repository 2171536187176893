import { TemplateError } from '../errors.ts';
import { hostObject } from '../host-object.ts';
import { looksLikeNumber, number } from '../runtime/numbers.ts';
import { hashGet, isHash, text, truth } from '../runtime/values.ts';
import { strftime } from './strftime.ts';

const defaultFormat = '%H:%M:%S %d-%b-%Y';

/**
 * The `date` plugin: `date.now`, `date.format(time, format)`. Times are epoch seconds or `YYYY-MM-DD HH:MM:SS`
 * (also with `T`) in the time zone of the process; a time of 0 means now (templates.md 3.6).
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
  return strftime(toDate(time), text(pattern) === '' ? defaultFormat : text(pattern), truth(option(3, 'gmt')));
}

const dateText = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{1,2}):(\d{1,2}))?/;

function toDate(time: unknown): Date {
  const value = text(time);
  if (!truth(time)) return new Date();
  const match = dateText.exec(value);
  if (match !== null) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
      .slice(1)
      .map((part) => Number(part ?? 0));
    return new Date(year, month - 1, day, hour, minute, second);
  }
  if (looksLikeNumber(value)) return new Date(Number(number(value)) * 1000);
  throw new TemplateError('date', `bad time/date string: expects 'h:m:s d:m:y' or epoch seconds, got: '${value}'`);
}
