import { TemplateError } from '../errors.ts';
import type { MethodContext } from '../methods/method.ts';
import { number } from '../runtime/numbers.ts';
import { text as textOf } from '../runtime/values.ts';
import { formatted } from '../text/format.ts';
import { charactersOf, part, repeated } from '../text/transform.ts';
import type { Filter } from './filter.ts';

/** Filters that lay out text. */
export const layoutFilters: Readonly<Record<string, Filter>> = {
  indent(context, text, [indent]) {
    const pad = indentation(indent);
    context.checkTextLength(text.length + pad.length * text.split('\n').length);
    return pad + text.replace(/\n(?!$)/g, (lineBreak) => lineBreak + pad);
  },
  format: (context, text, [format]) => {
    const pattern = format === undefined ? '%s' : textOf(format);
    return lines(text)
      .map((line) => {
        context.charge(64);
        return formatted(context, pattern, [line]);
      })
      .join('\n');
  },
  truncate: (context, text, [length, mark]) =>
    truncated(context, text, Math.trunc(Number(number(length ?? 32))), mark === undefined ? '...' : textOf(mark)),
  repeat: (context, text, [count]) =>
    repeated(context, text, count === undefined || count === '' ? 1 : Number(number(count))),
  redirect() {
    throw new TemplateError('redirect', 'OUTPUT_PATH is not set');
  },
};

/** The lines of a text; empty ones at its end do not count. */
function lines(text: string): string[] {
  const found = text.split('\n');
  while (found.at(-1) === '') found.pop();
  return found;
}

function indentation(indent: unknown): string {
  if (indent === undefined) return '    ';
  const wanted = textOf(indent);
  return /^\d+$/.test(wanted) ? ' '.repeat(Number(wanted)) : wanted;
}

/** At most `length` characters, the mark included. */
function truncated(context: MethodContext, text: string, length: number, mark: string): string {
  const characters = charactersOf(context, text);
  if (characters.length <= length) return text;
  const marks = [...mark];
  if (marks.length >= length) return marks.slice(0, length).join('');
  return part(characters, 0, length - marks.length) + mark;
}
