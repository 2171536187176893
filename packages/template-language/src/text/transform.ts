import type { MethodContext } from '../methods/method.ts';
import { number } from '../runtime/numbers.ts';
import { characterCount, unitAfter } from './characters.ts';

const sliceLength = 65_536;
const wordLengthMax = 4_096;

/** What a transformation needs to find in one piece: words, or runs of white space too. */
type Whole = 'words' | 'words and blanks';

/** Applies a transformation to a long text piece by piece, so that the clock is looked at in between. */
export function inSlices(
  context: MethodContext,
  value: string,
  transform: (piece: string) => string,
  whole: Whole = 'words',
): string {
  if (value.length <= sliceLength) return transform(value);
  let result = '';
  for (let from = 0; from < value.length; ) {
    const to = sliceEnd(value, from + sliceLength, whole);
    result += transform(value.slice(from, to));
    context.checkTextLength(result.length);
    context.charge(sliceLength);
    from = to;
  }
  return result;
}

/** The end of the word or white space at `wanted`; a word of great length is cut between two characters. */
function sliceEnd(value: string, wanted: number, whole: Whole): number {
  if (wanted >= value.length) return value.length;
  let end = wanted;
  if (isWhiteSpace(value.charCodeAt(end - 1))) {
    while (whole === 'words and blanks' && end < value.length && isWhiteSpace(value.charCodeAt(end))) end += 1;
    return end;
  }
  const limit = Math.min(value.length, wanted + wordLengthMax);
  while (end < limit && !isWhiteSpace(value.charCodeAt(end))) end += 1;
  const last = value.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

function isWhiteSpace(code: number): boolean {
  return code <= 32 || (code >= 0x80 && /\s/.test(String.fromCharCode(code)));
}

/** `& < > "`; the apostrophe stays (templates.md 3.6). */
export function escapeHtml(value: string): string {
  let result = '';
  let copied = 0;
  for (let index = 0; index < value.length; index += 1) {
    const entity = htmlEscape(value.charCodeAt(index));
    if (entity === undefined) continue;
    result += value.slice(copied, index) + entity;
    copied = index + 1;
  }
  return copied === 0 ? value : result + value.slice(copied);
}

function htmlEscape(code: number): string | undefined {
  if (code > 62) return undefined;
  switch (code) {
    case 34:
      return '&quot;';
    case 38:
      return '&amp;';
    case 60:
      return '&lt;';
    case 62:
      return '&gt;';
    default:
      return undefined;
  }
}

export function escapeXml(value: string): string {
  return escapeHtml(value).replaceAll("'", '&apos;');
}

export function capitalize(value: string): string {
  const [first = ''] = value;
  return first.toUpperCase() + value.slice(first.length);
}

export function lowerFirst(value: string): string {
  const [first = ''] = value;
  return first.toLowerCase() + value.slice(first.length);
}

export function trim(value: string): string {
  return value.trim();
}

/** Trims, and makes one blank of all white space inside. */
export function collapse(context: MethodContext, value: string): string {
  return inSlices(context, value.trim(), (piece) => piece.replace(/\s+/g, ' '), 'words and blanks');
}

export function repeated(context: MethodContext, value: string, count: number): string {
  const times = Math.max(0, Math.trunc(count));
  if (value === '' || times === 0) return '';
  context.checkTextLength(value.length * times);
  return context.bounded(value.repeat(times));
}

/** Where a part of `count` characters ends; a negative count leaves as many at the end. */
function partEnd(size: number, from: number, count: number): number {
  return count < 0 ? size + count : Math.min(size, from + count);
}

/** Perl's substr: offset and length in characters, negative ones count from the end; `put` replaces the part. Undefined beyond the text. */
export function substituted(
  context: MethodContext,
  value: string,
  offset: unknown,
  length: unknown,
  put: string | undefined,
): string | undefined {
  const size = characterCount(context, value);
  const wanted = Math.trunc(Number(number(offset ?? 0)));
  const start = wanted < 0 ? Math.max(0, size + wanted) : wanted;
  if (start > size) return undefined;
  const end =
    length === undefined
      ? size
      : partEnd(size, wanted < 0 ? size + wanted : wanted, Math.trunc(Number(number(length))));
  const startUnit = unitAfter(context, value, 0, start);
  const endUnit = unitAfter(context, value, startUnit, Math.max(0, end - start));
  if (put === undefined) return value.slice(startUnit, endUnit);
  return context.bounded(value.slice(0, startUnit) + put + value.slice(endUnit));
}
