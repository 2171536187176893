import { number } from '../runtime/numbers.ts';
import { isDefined, isHash } from '../runtime/values.ts';
import type { ListMethod } from './method.ts';

/** Methods of lists that change the list or join lists (templates.md 3.6); `import` and `merge` leave out what is undefined. */
export const listChangeMethods: Readonly<Record<string, ListMethod>> = {
  push(context, self, args) {
    context.effect();
    context.checkItems(self.length + args.length);
    self.push(...args);
    return '';
  },
  unshift(context, self, args) {
    context.effect();
    context.checkItems(self.length + args.length);
    self.unshift(...args);
    return '';
  },
  pop(context, self) {
    context.effect();
    return self.pop();
  },
  shift(context, self) {
    context.effect();
    context.charge(self.length >> 3);
    return self.shift();
  },
  import(context, self, lists) {
    context.effect();
    for (const list of lists) {
      if (!Array.isArray(list)) continue;
      context.checkItems(self.length + list.length);
      for (const item of list.filter(isDefined)) self.push(item);
    }
    return self;
  },
  merge(context, self, lists) {
    const result = [...self];
    for (const list of lists) {
      if (!Array.isArray(list)) continue;
      context.checkItems(result.length + list.length);
      for (const item of list.filter(isDefined)) result.push(item);
    }
    return result;
  },
  splice(context, self, args) {
    context.effect();
    const [offset, length, ...replacement] = args;
    const items = [...spread(replacement)];
    const start = offset === undefined ? 0 : Math.trunc(Number(number(offset)));
    const count = length === undefined ? self.length : Math.trunc(Number(number(length)));
    context.checkItems(self.length + items.length);
    const from = start < 0 ? Math.max(0, self.length + start) : Math.min(start, self.length);
    const removed = count < 0 ? Math.max(0, self.length - from + count) : count;
    return exchanged(self, from, Math.min(removed, self.length - from), items);
  },
};

/** Puts items in the place of others, and answers those; `splice` of JavaScript takes only some 100,000 arguments. */
function exchanged(list: unknown[], from: number, count: number, items: readonly unknown[]): unknown[] {
  const removed = list.slice(from, from + count);
  const rest = items.length === count ? [] : list.slice(from + count);
  if (items.length !== count) list.length = from + items.length + rest.length;
  let index = from;
  for (const item of items) list[index++] = item;
  for (const item of rest) list[index++] = item;
  return removed;
}

/** A single list stands for its items. */
function spread(items: readonly unknown[]): readonly unknown[] {
  const [only] = items;
  return items.length === 1 && Array.isArray(only) && !isHash(only) ? only : items;
}
