import { looksLikeNumber, number } from '../runtime/numbers.ts';
import { emptyHash, isDefined, text } from '../runtime/values.ts';
import { Pattern } from '../text/pattern.ts';
import type { ListMethod, MethodContext } from './method.ts';

/** Methods of lists that read (templates.md 3.6). */
export const listMethods: Readonly<Record<string, ListMethod>> = {
  item: (_, self, [index]) => self.at(Math.trunc(Number(number(index ?? 0)))),
  list: (_, self) => self,
  hash: (context, self, [start]) => (start === undefined ? paired(context, self) : numbered(context, self, start)),
  max: (_, self) => self.length - 1,
  size: (_, self) => self.length,
  empty: (_, self) => (self.length === 0 ? 1 : 0),
  defined(_, self, [index]) {
    if (index === undefined) return 1;
    if (!looksLikeNumber(text(index))) return undefined;
    return isDefined(self.at(Math.trunc(Number(number(index))))) ? 1 : '';
  },
  first: (context, self, [count]) => (count === undefined ? self[0] : items(context, self, 0, sizeOf(count))),
  last: (context, self, [count]) =>
    count === undefined ? self[self.length - 1] : items(context, self, self.length - sizeOf(count), sizeOf(count)),
  slice(context, self, [from, to]) {
    const start = from === undefined ? 0 : position(from, self.length);
    const end = to === undefined ? self.length - 1 : position(to, self.length);
    const count = Math.max(0, end - start + 1);
    context.checkItems(count);
    // Positions before the start count from the end again, as in Perl's slices.
    return Array.from({ length: count }, (_, index) => self.at(start + index));
  },
  reverse: (context, self) => {
    context.checkItems(self.length);
    return [...self].reverse();
  },
  grep(context, self, [pattern]) {
    const wanted = Pattern.of(context, text(pattern));
    return self.filter((item) => wanted.isIn(text(item)));
  },
  join: (context, self, [separator]) => joined(context, self, separator === undefined ? ' ' : text(separator)),
  unique(context, self) {
    const seen = new Set<unknown>();
    return self.filter((item) => {
      context.charge(8);
      const key = typeof item === 'object' && item !== null ? item : text(item);
      return seen.has(key) ? false : seen.add(key);
    });
  },
};

/** As many items as were asked for; those beyond the list are undefined, as in Perl's slices. */
function items(context: MethodContext, self: unknown[], start: number, count: number): unknown[] {
  context.checkItems(count);
  if (start >= 0 && start + count <= self.length) return self.slice(start, start + count);
  return Array.from({ length: count }, (_, index) => self[start + index]);
}

/** An index from the start; negative ones count from the end. */
export function position(value: unknown, length: number): number {
  const index = Number(number(value));
  return Math.trunc(index < 0 ? index + length : index);
}

function sizeOf(count: unknown): number {
  return Math.max(0, Math.trunc(Number(number(count))));
}

function paired(context: MethodContext, self: unknown[]): unknown {
  const hash = emptyHash();
  for (let index = 0; index < self.length; index += 2) {
    context.charge(4);
    hash[text(self[index])] = self[index + 1] ?? '';
  }
  return hash;
}

function numbered(context: MethodContext, self: unknown[], start: unknown): unknown {
  const hash = emptyHash();
  let key = Number(number(start));
  for (const item of self) {
    context.charge(4);
    hash[String(key)] = item;
    key += 1;
  }
  return hash;
}

function joined(context: MethodContext, self: unknown[], separator: string): string {
  let result = '';
  for (let index = 0; index < self.length; index += 1) {
    result += index === 0 ? text(self[index]) : separator + text(self[index]);
    if ((index & 255) === 0) context.checkTextLength(result.length);
  }
  return context.bounded(result);
}
