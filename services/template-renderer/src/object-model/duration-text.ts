/** A unit of time in seconds, with its Russian words after 1, 2 and 5. */
const UNITS = [
  [86_400, ['день', 'дня', 'дней']],
  [3_600, ['час', 'часа', 'часов']],
  [60, ['минута', 'минуты', 'минут']],
  [1, ['секунда', 'секунды', 'секунд']],
] as const;

const PLURALS = new Intl.PluralRules('ru');

/** `1 день 2 часа 5 минут`: a duration of at least 0 seconds in Russian (templates.md 2.3); seconds only below a minute. */
export function durationText(seconds: number): string {
  let left = seconds;
  const parts: string[] = [];
  for (const [size, words] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    const isShown = size === 1 ? seconds < 60 : count > 0;
    if (isShown) parts.push(`${count} ${wordAfter(count, words)}`);
  }
  return parts.join(' ');
}

function wordAfter(count: number, [one, few, many]: readonly [string, string, string]): string {
  const form = PLURALS.select(count);
  return form === 'one' ? one : form === 'few' ? few : many;
}
