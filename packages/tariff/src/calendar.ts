/**
 * Calendar arithmetic without zones. A wall time is a whole number of seconds that a clock on the wall shows, counted
 * from 1970-01-01 00:00:00 on that clock. A month index is year × 12 + month, January being 0.
 */

export const SECONDS_PER_DAY = 86_400;
export const SECONDS_PER_HOUR = 3_600;
export const YEAR_MIN = 1000;
export const YEAR_MAX = 9999;

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const MONTHS_PER_CALENDAR_CYCLE = 4_800;

/** The month that a wall time lies in. */
export function monthOf(wallSec: number): number {
  const date = new Date(wallSec * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The day of the month, from 1. */
export function dayOf(wallSec: number): number {
  return new Date(wallSec * 1000).getUTCDate();
}

/** The wall time of day 1, 00:00:00 of a month. */
export function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12) / 1000;
}

/** 28 to 31; any month index from 0 on, however far away. */
export function daysInMonth(month: number): number {
  const inCycle = month % MONTHS_PER_CALENDAR_CYCLE;
  const year = Math.floor(inCycle / 12);
  const length = MONTH_LENGTHS[inCycle % 12] ?? 0;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year === 0);
  return inCycle % 12 === 1 && leap ? length + 1 : length;
}

/** The seconds of a month but its last one, the length that Honest billing divides by. */
export function lastSecondOfMonth(month: number): number {
  return daysInMonth(month) * SECONDS_PER_DAY - 1;
}

/** True for a wall time that `YYYY-MM-DD` can show. */
export function isWritable(wallSec: number): boolean {
  const year = Math.floor(monthOf(wallSec) / 12);
  return year >= YEAR_MIN && year <= YEAR_MAX;
}
