/** Characters are code points; positions of JavaScript strings are UTF-16 units. */

/** Looks at the clock now and then while a long text is read. */
interface Work {
  charge(units: number): void;
}

const unitsPerCharge = 4_096;

/** Searched for first, since that is many times faster than to look at each unit. */
const firstOfPair = /[\ud800-\udbff]/;

/** How many characters a text has. */
export function characterCount(work: Work, value: string): number {
  if (!firstOfPair.test(value)) return value.length;
  let count = 0;
  for (let index = 0; index < value.length; index += isPair(value, index) ? 2 : 1) {
    count += 1;
    if (count % unitsPerCharge === 0) work.charge(unitsPerCharge);
  }
  return count;
}

/** The unit at which a number of characters after the unit `from` ends; the end of the text if there are fewer. */
export function unitAfter(work: Work, value: string, from: number, characters: number): number {
  if (characters > 64) {
    const wanted = value.slice(from, from + characters);
    if (!firstOfPair.test(wanted)) return from + wanted.length;
  }
  let index = from;
  for (let left = characters; left > 0 && index < value.length; left -= 1) {
    index += isPair(value, index) ? 2 : 1;
    if (left % unitsPerCharge === 0) work.charge(unitsPerCharge);
  }
  return index;
}

function isPair(value: string, index: number): boolean {
  const high = value.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = value.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}
