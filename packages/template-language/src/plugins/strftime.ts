const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly weekday: number;
  readonly epochSeconds: number;
  readonly offsetMinutes: number;
  /** Costly, so it is asked for only where it is shown. */
  zone(): string;
}

function partsOf(date: Date, utc: boolean): Parts {
  const offsetMinutes = utc ? 0 : -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offsetMinutes * 60_000);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth(),
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    weekday: local.getUTCDay(),
    epochSeconds: Math.floor(date.getTime() / 1000),
    offsetMinutes,
    zone: () => (utc ? 'UTC' : zoneName(date)),
  };
}

function zoneName(date: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function two(value: number, filler = '0'): string {
  return String(value).padStart(2, filler);
}

function yearDay({ year, month, day }: Parts): number {
  return Math.round((Date.UTC(year, month, day) - Date.UTC(year, 0, 1)) / 86_400_000);
}

function twelve(hour: number): number {
  return hour % 12 === 0 ? 12 : hour % 12;
}

function offset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`;
}

/** ISO 8601 year and week. */
function isoWeek(parts: Parts): { readonly year: number; readonly week: number } {
  const thursday = new Date(
    Date.UTC(parts.year, parts.month, parts.day + 4 - (parts.weekday === 0 ? 7 : parts.weekday)),
  );
  const year = thursday.getUTCFullYear();
  return { year, week: Math.ceil(((thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7) };
}

const conversions: Readonly<Record<string, (parts: Parts) => string>> = {
  a: ({ weekday }) => (dayNames[weekday] ?? '').slice(0, 3),
  A: ({ weekday }) => dayNames[weekday] ?? '',
  b: ({ month }) => (monthNames[month] ?? '').slice(0, 3),
  h: ({ month }) => (monthNames[month] ?? '').slice(0, 3),
  B: ({ month }) => monthNames[month] ?? '',
  c: (parts) => expand(parts, '%a %b %e %H:%M:%S %Y'),
  C: ({ year }) => two(Math.floor(year / 100)),
  d: ({ day }) => two(day),
  D: (parts) => expand(parts, '%m/%d/%y'),
  e: ({ day }) => two(day, ' '),
  F: (parts) => expand(parts, '%Y-%m-%d'),
  g: (parts) => two(isoWeek(parts).year % 100),
  G: (parts) => String(isoWeek(parts).year),
  H: ({ hour }) => two(hour),
  I: ({ hour }) => two(twelve(hour)),
  j: (parts) => String(yearDay(parts) + 1).padStart(3, '0'),
  k: ({ hour }) => two(hour, ' '),
  l: ({ hour }) => two(twelve(hour), ' '),
  m: ({ month }) => two(month + 1),
  M: ({ minute }) => two(minute),
  n: () => '\n',
  p: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  P: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  r: (parts) => expand(parts, '%I:%M:%S %p'),
  R: (parts) => expand(parts, '%H:%M'),
  s: ({ epochSeconds }) => String(epochSeconds),
  S: ({ second }) => two(second),
  t: () => '\t',
  T: (parts) => expand(parts, '%H:%M:%S'),
  u: ({ weekday }) => String(weekday === 0 ? 7 : weekday),
  U: (parts) => two(Math.floor((yearDay(parts) + 7 - parts.weekday) / 7)),
  V: (parts) => two(isoWeek(parts).week),
  w: ({ weekday }) => String(weekday),
  W: (parts) => two(Math.floor((yearDay(parts) + 7 - ((parts.weekday + 6) % 7)) / 7)),
  x: (parts) => expand(parts, '%m/%d/%y'),
  X: (parts) => expand(parts, '%H:%M:%S'),
  y: ({ year }) => two(year % 100),
  Y: ({ year }) => String(year),
  z: ({ offsetMinutes }) => offset(offsetMinutes),
  Z: (parts) => parts.zone(),
  '%': () => '%',
};

const conversion = /%([-_0^]*)(\d{0,3})[EO]?([a-zA-Z%])/g;

/** With the flags of glibc: `-` no filler, `_` blanks, `0` zeros, `^` capitals; then a width. */
function expand(parts: Parts, pattern: string): string {
  return pattern.replace(conversion, (whole, flags: string, width: string, letter: string) => {
    const result = conversions[letter]?.(parts);
    return result === undefined ? whole : adjusted(result, flags, Number(width));
  });
}

function adjusted(result: string, flags: string, width: number): string {
  const shown = flags.includes('^') ? result.toUpperCase() : result;
  const isNumber = /^[ 0]*\d+$/.test(shown);
  const digits = shown.replace(/^[ 0]+(?=\d)/, '');
  if (isNumber && flags.includes('-')) return digits;
  const filler = flags.includes('_') || (!isNumber && !flags.includes('0')) ? ' ' : '0';
  if (isNumber && (flags !== '' || width > 0)) return digits.padStart(Math.max(width, shown.length), filler);
  return shown.padStart(width, filler);
}

/** POSIX strftime in the C locale; in UTC, or else in the time zone of the process. */
export function strftime(date: Date, pattern: string, utc: boolean): string {
  return expand(partsOf(date, utc), pattern);
}
