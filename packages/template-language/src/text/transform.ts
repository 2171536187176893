import type { MethodContext } from '../methods/method.ts';
import { number } from '../runtime/numbers.ts';

const sliceLength = 65_536;

/** Applies to a long text piece by piece what treats each character alone, so that the clock is looked at in between. */
export function inSlices(context: MethodContext, value: string, transform: (piece: string) => string): string {
  if (value.length <= sliceLength) return transform(value);
  let result = '';
  for (let from = 0; from < value.length; ) {
    const last = value.charCodeAt(from + sliceLength - 1);
    const to = from + (last >= 0xd800 && last <= 0xdbff ? sliceLength - 1 : sliceLength);
    result += transform(value.slice(from, to));
    context.checkTextLength(result.length);
    context.charge(sliceLength);
    from = to;
  }
  return result;
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
export function collapse(value: string): string {
  return value.trim().replace(/\s+/g, ' ');
}

export function repeated(context: MethodContext, value: string, count: number): string {
  const times = Math.max(0, Math.trunc(count));
  if (value === '' || times === 0) return '';
  context.checkTextLength(value.length * times);
  return context.bounded(value.repeat(times));
}

/** Perl's substr: offset and length in characters, negative ones count from the end; `put` replaces the part. */
export function substituted(
  context: MethodContext,
  value: string,
  offset: unknown,
  length: unknown,
  put: string | undefined,
): string {
  const characters = charactersOf(context, value);
  const size = characters.length;
  const wanted = Math.trunc(Number(number(offset ?? 0)));
  const start = wanted < 0 ? Math.max(0, size + wanted) : wanted;
  if (start > size) return '';
  const count = length === undefined ? size : Math.trunc(Number(number(length)));
  const from = wanted < 0 ? size + wanted : wanted;
  const end = Math.max(start, count < 0 ? size + count : Math.min(size, from + count));
  if (put === undefined) return part(characters, start, end);
  return part(characters, 0, start) + put + part(characters, end, size);
}

/** The characters of a text: the text itself where each is one UTF-16 unit. */
export function charactersOf(context: MethodContext, value: string): string | string[] {
  if (!/[\ud800-\udfff]/.test(value)) return value;
  const characters: string[] = [];
  for (const character of value) {
    characters.push(character);
    context.charge(1);
  }
  return characters;
}

export function part(characters: string | string[], from: number, to: number): string {
  return typeof characters === 'string' ? characters.slice(from, to) : characters.slice(from, to).join('');
}
