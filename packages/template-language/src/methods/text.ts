import { number } from '../runtime/numbers.ts';
import { emptyHash, text } from '../runtime/values.ts';
import { characterCount, unitAfter } from '../text/characters.ts';
import {
  capitalize,
  collapse,
  escapeHtml,
  escapeXml,
  inSlices,
  lowerFirst,
  repeated,
  substituted,
  trim,
} from '../text/transform.ts';
import type { TextMethod } from './method.ts';

/** Methods of texts and numbers that need no patterns (templates.md 3.6). */
export const textMethods: Readonly<Record<string, TextMethod>> = {
  item: (_, self) => self,
  list: (_, self) => [self],
  hash: (_, self) => Object.assign(emptyHash(), { value: self }),
  length: (context, self) => characterCount(context, self),
  size: () => 1,
  empty: (_, self) => (self === '' ? 1 : 0),
  defined: () => 1,
  upper: (context, self) => context.bounded(inSlices(context, self, (piece) => piece.toUpperCase())),
  lower: (context, self) => context.bounded(inSlices(context, self, (piece) => piece.toLowerCase())),
  ucfirst: (_, self) => capitalize(self),
  lcfirst: (_, self) => lowerFirst(self),
  trim: (_, self) => trim(self),
  collapse: (context, self) => collapse(context, self),
  repeat: (context, self, [count]) => repeated(context, self, count === undefined ? 0 : Number(number(count))),
  chunk: (context, self, [size]) => chunks(context, self, Math.trunc(Number(number(size ?? 1)))),
  substr: (context, self, [offset, length, put]) =>
    substituted(context, self, offset, length, put === undefined ? undefined : text(put)),
  squote: (context, self) => context.bounded(inSlices(context, self, (piece) => piece.replaceAll("'", "\\'"))),
  dquote: (context, self) => context.bounded(inSlices(context, self, escapeQuotes)),
  html: (context, self) => context.bounded(inSlices(context, self, escapeHtml)),
  xml: (context, self) => context.bounded(inSlices(context, self, escapeXml)),
};

function escapeQuotes(piece: string): string {
  return piece.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
}

/** Pieces of `size` characters; a negative size counts from the right. */
function chunks(context: Parameters<TextMethod>[0], self: string, wanted: number): string[] {
  const size = wanted === 0 ? 1 : Math.abs(wanted);
  const characters = characterCount(context, self);
  context.checkItems(Math.ceil(characters / size));
  const pieces: string[] = [];
  const first = wanted < 0 ? characters % size : 0;
  for (let start = 0; start < self.length; ) {
    const end = unitAfter(context, self, start, start === 0 && first > 0 ? first : size);
    pieces.push(self.slice(start, end));
    context.charge(4);
    start = end;
  }
  return pieces;
}
