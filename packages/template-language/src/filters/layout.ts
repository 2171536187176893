import { TemplateError } from '../errors.ts';
import type { MethodContext } from '../methods/method.ts';
import { number } from '../runtime/numbers.ts';
import { text as textOf } from '../runtime/values.ts';
import { characterCount, unitAfter } from '../text/characters.ts';
import { formatted } from '../text/format.ts';
import { collapse, repeated } from '../text/transform.ts';
import type { Filter } from './filter.ts';

/** Filters that lay out text. */
export const layoutFilters: Readonly<Record<string, Filter>> = {
  collapse: (context, text) => collapse(context, text),
  indent(context, text, [indent]) {
    const pad = indentation(context, indent);
    const isClosed = text.endsWith('\n');
    const indented = byLine(context, isClosed ? text.slice(0, -1) : text, (line) => pad + line);
    return isClosed ? `${indented}\n` : indented;
  },
  format(context, text, [format]) {
    const pattern = format === undefined ? '%s' : textOf(format);
    const lines = withoutLastBreaks(text);
    return lines === '' ? '' : byLine(context, lines, (line) => formatted(context, pattern, [line]));
  },
  truncate: (context, text, [length, mark]) =>
    truncated(context, text, Math.trunc(Number(number(length ?? 32))), mark === undefined ? '...' : textOf(mark)),
  repeat: (context, text, [count]) =>
    repeated(context, text, count === undefined || count === '' ? 1 : Number(number(count))),
  redirect() {
    throw new TemplateError('redirect', 'OUTPUT_PATH is not set');
  },
};

/** Empty lines at the end of a text do not count. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) end -= 1;
  return text.slice(0, end);
}

/** Applies a change to each line. */
function byLine(context: MethodContext, text: string, change: (line: string) => string): string {
  let result = '';
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    result += (start === 0 ? '' : '\n') + change(text.slice(start, end));
    context.checkTextLength(result.length);
    context.charge(16 + ((end - start) >> 2));
    start = end + 1;
  }
  return result;
}

function indentation(context: MethodContext, indent: unknown): string {
  if (indent === undefined) return '    ';
  const wanted = textOf(indent);
  return /^\d{1,15}$/.test(wanted) ? repeated(context, ' ', Number(wanted)) : wanted;
}

/** At most `length` characters, the mark included. */
function truncated(context: MethodContext, text: string, length: number, mark: string): string {
  if (length >= 0 && unitAfter(context, text, 0, length) >= text.length) return text;
  const marks = characterCount(context, mark);
  if (marks >= length) return mark.slice(0, unitAfter(context, mark, 0, length < 0 ? marks + length : length));
  return text.slice(0, unitAfter(context, text, 0, length - marks)) + mark;
}
