import { invalidArgument } from './argument.ts';
import { daysInMonth, isWritable, monthOf, monthStart, SECONDS_PER_DAY, YEAR_MAX, YEAR_MIN } from './calendar.ts';
import { findZone } from './zone.ts';

/** How a local time may be written, and the name it has in an error. */
export interface LocalTimeOptions {
  readonly argument?: string;
  /** Accept `YYYY-MM-DD` for 00:00:00 of that day. */
  readonly dateOnly?: boolean;
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/;
const INSTANT_MS_MIN = Date.UTC(YEAR_MIN, 0);
const INSTANT_MS_END = Date.UTC(YEAR_MAX + 1, 0);
const STEP = /^([+-]?\d{1,6})([dmyHM])$/;
const SECONDS_PER_UNIT = new Map([
  ['d', SECONDS_PER_DAY],
  ['H', 3_600],
  ['M', 60],
]);
const MONTHS_PER_UNIT = new Map([
  ['m', 1],
  ['y', 12],
]);

/**
 * The instant of a local time, in milliseconds since 1970. A time that the zone's clocks show twice means the first
 * of the two, one that they skip is moved later by what they skip.
 * @throws RangeError naming the argument unless the text is an existing `YYYY-MM-DD HH:MM:SS`, or naming `zone`.
 * @example parseLocal('2019-04-01 01:00:00', 'Europe/London') // 1554076800000
 */
export function parseLocal(text: unknown, zone: string, options: LocalTimeOptions = {}): number {
  return findZone(zone).epochAt(parseWall(text, options)) * 1000;
}

/** What a clock in `zone` shows at an instant, `YYYY-MM-DD HH:MM:SS`; parts of a second are dropped. */
export function formatLocal(epochMs: number, zone: string): string {
  return formatWall(findZone(zone).wallAt(wholeSeconds(epochMs, 'epochMs')), 'epochMs');
}

/** The first instant of the local day of `epochMs`, or of the day that is `days` days later, in milliseconds. */
export function startOfDay(epochMs: number, zone: string, days = 0): number {
  if (!Number.isSafeInteger(days)) throw invalidArgument('days', 'a whole number of days', days);
  const clock = findZone(zone);
  const wallSec = clock.wallAt(wholeSeconds(epochMs, 'epochMs'));
  return clock.epochAt((Math.floor(wallSec / SECONDS_PER_DAY) + days) * SECONDS_PER_DAY) * 1000;
}

/**
 * A local time plus a step: a whole number and d, m, y, H or M for days, months, years, hours or minutes. A day that
 * the month does not have rolls into the next month. An unknown or missing unit leaves the date as it is, a missing
 * argument answers undefined (domain.md 2.3).
 * @throws RangeError naming `date` when it is no local time, or `step` when it leaves the years 1000 to 9999.
 * @example addPeriodToDate('2025-01-31 12:00:00', '1m') // '2025-03-03 12:00:00'
 */
export function addPeriodToDate(date: string, step: string): string;
export function addPeriodToDate(date: string | undefined, step: string | undefined): string | undefined;
export function addPeriodToDate(date: string | undefined, step: string | undefined): string | undefined {
  if (date === undefined || step === undefined) return undefined;
  const wallSec = parseWall(date, { argument: 'date', dateOnly: true });
  const match = STEP.exec(step);
  return match === null ? date : formatWall(stepped(wallSec, Number(match[1]), match[2] ?? ''), 'step');
}

function stepped(wallSec: number, count: number, unit: string): number {
  const month = monthOf(wallSec);
  const intoMonthSec = wallSec - monthStart(month);
  return (
    monthStart(month + count * (MONTHS_PER_UNIT.get(unit) ?? 0)) +
    intoMonthSec +
    count * (SECONDS_PER_UNIT.get(unit) ?? 0)
  );
}

/** The wall time that a text shows. @throws RangeError naming the argument. */
export function parseWall(text: unknown, { argument = 'date', dateOnly = false }: LocalTimeOptions = {}): number {
  const match = typeof text === 'string' ? DATE_TIME.exec(text) : null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (match ?? [])
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  const complete = match !== null && (dateOnly || match[4] !== undefined);
  if (!complete || !isDate(year, month, day) || hour > 23 || minute > 59 || second > 59) {
    const form = dateOnly ? 'YYYY-MM-DD or YYYY-MM-DD HH:MM:SS' : 'YYYY-MM-DD HH:MM:SS';
    throw invalidArgument(argument, `an existing local time ${form}`, text);
  }
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
}

function isDate(year: number, month: number, day: number): boolean {
  return year >= YEAR_MIN && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year * 12 + month - 1);
}

/** `YYYY-MM-DD HH:MM:SS`. @throws RangeError naming the argument that led beyond the years 1000 to 9999. */
export function formatWall(wallSec: number, argument: string): string {
  checkWritable(wallSec, argument);
  return new Date(wallSec * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** @throws RangeError naming the argument that led beyond the years that can be written. */
export function checkWritable(wallSec: number, argument: string): void {
  if (isWritable(wallSec)) return;
  throw new RangeError(`${argument}: expected a value that stays in the years ${YEAR_MIN} to ${YEAR_MAX}`);
}

/** Whole seconds of an instant in milliseconds. @throws RangeError naming the argument. */
export function wholeSeconds(epochMs: number, argument: string): number {
  if (!(epochMs >= INSTANT_MS_MIN && epochMs < INSTANT_MS_END)) {
    throw invalidArgument(
      argument,
      `milliseconds since 1970 of an instant in the years ${YEAR_MIN} to ${YEAR_MAX}`,
      epochMs,
    );
  }
  return Math.floor(epochMs / 1000);
}
