/** What happens to the white space beside a tag: `+` stays, `-` one line, `=` collapses, `~` all goes. */
export type ChompFlag = '+' | '-' | '=' | '~';

const flagsByNumber: readonly ChompFlag[] = ['+', '-', '=', '~'];

/** Template Toolkit's numbers: 0 none, 1 one line, 2 collapse, 3 all. */
export function chompFlag(setting: 0 | 1 | 2 | 3): ChompFlag {
  return flagsByNumber[setting] ?? '+';
}

function isSpace(code: number): boolean {
  return (
    code === 32 || (code >= 9 && code <= 13) || code === 0x85 || code === 0xa0 || (code > 0xff && isWideSpace(code))
  );
}

function isWideSpace(code: number): boolean {
  return /\s/.test(String.fromCharCode(code)) && code !== 0xfeff;
}

const lineFeed = 10;

/** Position of the first of the white-space characters that end `text`. */
function trailingSpaceStart(text: string, stopAtLineFeed: boolean): number {
  let position = text.length;
  while (position > 0) {
    const code = text.charCodeAt(position - 1);
    if (!isSpace(code) || (stopAtLineFeed && code === lineFeed)) break;
    position -= 1;
  }
  return position;
}

function leadingSpaceEnd(text: string, stopAtLineFeed: boolean): number {
  let position = 0;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (!isSpace(code) || (stopAtLineFeed && code === lineFeed)) break;
    position += 1;
  }
  return position;
}

/** Cuts the end of the text that stands before a tag (templates.md 3.2). */
export function chompBefore(text: string, flag: ChompFlag): string {
  if (flag === '+') return text;
  if (flag === '-') {
    const blanks = trailingSpaceStart(text, true);
    if (blanks === 0) return '';
    if (text.charCodeAt(blanks - 1) !== lineFeed) return text;
    return text.slice(0, text.charCodeAt(blanks - 2) === 13 ? blanks - 2 : blanks - 1);
  }
  const start = trailingSpaceStart(text, false);
  if (start === text.length) return text;
  return text.slice(0, start) + (flag === '=' ? ' ' : '');
}

/** Cuts the start of the text that stands after a tag. */
export function chompAfter(text: string, flag: ChompFlag): string {
  if (flag === '+') return text;
  if (flag === '-') {
    const blanks = leadingSpaceEnd(text, true);
    return text.charCodeAt(blanks) === lineFeed ? text.slice(blanks + 1) : text;
  }
  const end = leadingSpaceEnd(text, false);
  if (end === 0) return text;
  return (flag === '=' ? ' ' : '') + text.slice(end);
}
