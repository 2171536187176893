const DATE_TEXT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;

/** The canonical `YYYY-MM-DD HH:MM:SS` of a date text, or undefined where there is no such day or time. */
export function parseDateText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const match = DATE_TEXT.exec(value.trim());
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day || year === 0) return undefined;
  const [hh, mm, ss] = [hour, minute, second].map((part) => String(part).padStart(2, '0'));
  return `${match[1]}-${match[2]}-${match[3]} ${hh}:${mm}:${ss}`;
}
