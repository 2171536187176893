import { number } from '../runtime/numbers.ts';
import { emptyHash, text } from '../runtime/values.ts';
import {
  capitalize,
  charactersOf,
  collapse,
  escapeHtml,
  escapeXml,
  inSlices,
  lowerFirst,
  part,
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
  length: (_, self) => codePointLength(self),
  size: () => 1,
  empty: (_, self) => (self === '' ? 1 : 0),
  defined: () => 1,
  upper: (context, self) => context.bounded(self.toUpperCase()),
  lower: (context, self) => context.bounded(self.toLowerCase()),
  ucfirst: (_, self) => capitalize(self),
  lcfirst: (_, self) => lowerFirst(self),
  trim: (_, self) => trim(self),
  collapse: (_, self) => collapse(self),
  repeat: (context, self, [count]) => repeated(context, self, count === undefined ? 0 : Number(number(count))),
  chunk: (context, self, [size]) => chunks(context, self, Math.trunc(Number(number(size ?? 1)))),
  substr: (context, self, [offset, length, put]) =>
    substituted(context, self, offset, length, put === undefined ? undefined : text(put)),
  squote: (_, self) => self.replaceAll("'", "\\'"),
  dquote: (context, self) => context.bounded(self.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')),
  html: (context, self) => context.bounded(inSlices(context, self, escapeHtml)),
  xml: (context, self) => context.bounded(inSlices(context, self, escapeXml)),
};

/** Characters, not UTF-16 units. */
export function codePointLength(value: string): number {
  let length = value.length;
  for (let index = 0; index < value.length - 1; index += 1) {
    if (isPair(value, index)) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}

function isPair(value: string, index: number): boolean {
  const high = value.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = value.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

/** Pieces of `size` characters; a negative size counts from the right. */
function chunks(context: Parameters<TextMethod>[0], self: string, wanted: number): string[] {
  const size = wanted === 0 ? 1 : Math.abs(wanted);
  const characters = charactersOf(context, self);
  context.checkItems(Math.ceil(characters.length / size));
  const pieces: string[] = [];
  const first = wanted < 0 ? characters.length % size : 0;
  if (first > 0) pieces.push(part(characters, 0, first));
  for (let start = first; start < characters.length; start += size) {
    pieces.push(part(characters, start, start + size));
  }
  return pieces;
}
