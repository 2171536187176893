/**
 * Does the text match the LIKE pattern (`%` any text, `_` any one character), without regard to case?
 * Time grows with the product of both lengths at worst, whatever the pattern.
 */
export function isLike(text: string, pattern: string): boolean {
  const characters = [...text.toLowerCase()];
  const wanted = [...pattern.toLowerCase()];
  let at = 0;
  let of = 0;
  let afterWildcard = -1;
  let retryAt = 0;
  while (at < characters.length) {
    if (wanted[of] === '%') {
      afterWildcard = of + 1;
      retryAt = at;
      of += 1;
    } else if (wanted[of] === '_' || wanted[of] === characters[at]) {
      at += 1;
      of += 1;
    } else if (afterWildcard >= 0) {
      retryAt += 1;
      at = retryAt;
      of = afterWildcard;
    } else return false;
  }
  return wanted.slice(of).every((character) => character === '%');
}
