const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

const EXPECTED = 'date: expected YYYY-MM-DD HH:MM:SS';

/**
 * The instant of a canonical `YYYY-MM-DD HH:MM:SS` in the process's zone (decisions.md 12). A time that the clocks skip
 * means the same distance after the gap's beginning (02:30 becomes 03:30); a time that comes twice means the first.
 */
export function instantOf(dateText: string): Date {
  if (dateText.length !== 19) throw new TypeError(EXPECTED);
  const year = Number(dateText.slice(0, 4));
  const instant = new Date(
    year,
    twoDigits(dateText, 5) - 1,
    twoDigits(dateText, 8),
    twoDigits(dateText, 11),
    twoDigits(dateText, 14),
    twoDigits(dateText, 17),
  );
  if (year < 100) instant.setFullYear(year);
  if (Number.isNaN(instant.getTime())) throw new TypeError(EXPECTED);
  return instant;
}

/** NaN for anything but digits. */
function twoDigits(text: string, at: number): number {
  const [tens, units] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : Number.NaN;
}

/** The text of an instant in the process's zone, without its milliseconds. */
export function dateTextOf(instant: Date): string {
  const year = instant.getFullYear();
  return `${year > 999 ? year : String(year).padStart(4, '0')}-${TWO_DIGITS[instant.getMonth() + 1]}-${
    TWO_DIGITS[instant.getDate()]
  } ${TWO_DIGITS[instant.getHours()]}:${TWO_DIGITS[instant.getMinutes()]}:${TWO_DIGITS[instant.getSeconds()]}`;
}
