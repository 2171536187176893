/** Characters are code points; positions of JavaScript strings are UTF-16 units. */

/** How many characters a text has. */
export function characterCount(value: string): number {
  let count = value.length;
  for (let index = 0; index < value.length - 1; index += 1) {
    if (isPair(value, index)) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}

/** The unit at which a number of characters after the unit `from` ends; the end of the text if there are fewer. */
export function unitAfter(value: string, from: number, characters: number): number {
  let index = from;
  for (let left = characters; left > 0 && index < value.length; left -= 1) index += isPair(value, index) ? 2 : 1;
  return index;
}

function isPair(value: string, index: number): boolean {
  const high = value.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = value.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}
