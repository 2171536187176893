const ANY_TEXT = Symbol('%');
const ANY_CHARACTER = Symbol('_');

/**
 * Does the text match the LIKE pattern (`%` any text, `_` any one character, `\%`, `\_` and `\\` the characters
 * themselves), without regard to case? Time grows with the product of both lengths at worst, whatever the pattern.
 */
export function isLike(text: string, pattern: string): boolean {
  const characters = [...text.toLowerCase()];
  const wanted = wantedOf(pattern.toLowerCase());
  let at = 0;
  let of = 0;
  let afterWildcard = -1;
  let retryAt = 0;
  while (at < characters.length) {
    if (wanted[of] === ANY_TEXT) {
      afterWildcard = of + 1;
      retryAt = at;
      of += 1;
    } else if (wanted[of] === ANY_CHARACTER || wanted[of] === characters[at]) {
      at += 1;
      of += 1;
    } else if (afterWildcard >= 0) {
      retryAt += 1;
      at = retryAt;
      of = afterWildcard;
    } else return false;
  }
  return wanted.slice(of).every((character) => character === ANY_TEXT);
}

function wantedOf(pattern: string): (string | symbol)[] {
  return Array.from(pattern.matchAll(/\\(?<literal>[\\%_])|(?<plain>.)/gsu), ({ groups }) => {
    const { literal, plain = '' } = groups ?? {};
    if (literal !== undefined) return literal;
    if (plain === '%') return ANY_TEXT;
    return plain === '_' ? ANY_CHARACTER : plain;
  });
}
