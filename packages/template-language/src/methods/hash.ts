import { compareText, sortedPairs } from '../runtime/loop-state.ts';
import { number } from '../runtime/numbers.ts';
import { hashDelete, hashGet, hashHas, hashKeys, hashSet, isHash, text } from '../runtime/values.ts';
import type { HashMethod, MethodContext } from './method.ts';

/** Methods of hashes; own keys win over them (templates.md 3.6). */
export const hashMethods: Readonly<Record<string, HashMethod>> = {
  item: (_, self, [key]) => hashGet(self, text(key)),
  hash: (_, self) => self,
  size: (context, self) => hashKeys(self, context).length,
  empty: (context, self) => (hashKeys(self, context).length === 0 ? 1 : 0),
  each: (context, self) => flat(context, self),
  items: (context, self) => flat(context, self),
  keys: (context, self) => counted(context, hashKeys(self, context)),
  values: (context, self) => counted(context, hashKeys(self, context)).map((key) => hashGet(self, key)),
  pairs: (context, self) => pairs(context, self),
  list(context, self, [what]) {
    const kind = text(what);
    if (kind === 'keys') return hashKeys(self, context);
    if (kind === 'values') return hashKeys(self, context).map((key) => hashGet(self, key));
    return kind === 'each' ? flat(context, self) : pairs(context, self);
  },
  exists: (_, self, [key]) => (hashHas(self, text(key)) ? 1 : ''),
  defined(_, self, [key]) {
    if (key === undefined) return 1;
    const value = hashGet(self, text(key));
    return value === undefined || value === null ? '' : 1;
  },
  delete(context, self, keys) {
    context.effect();
    for (const key of keys) hashDelete(self, text(key));
    return '';
  },
  import(context, self, [other]) {
    if (!isHash(other)) return '';
    context.effect();
    for (const key of counted(context, hashKeys(other, context))) {
      context.charge(16);
      hashSet(self, key, hashGet(other, key));
    }
    return '';
  },
  sort: (context, self) =>
    keysByValue(context, self, (a, b) => compareText(text(a).toLowerCase(), text(b).toLowerCase())),
  nsort: (context, self) => keysByValue(context, self, (a, b) => Number(number(a)) - Number(number(b))),
};

function counted(context: MethodContext, keys: string[]): string[] {
  context.checkItems(keys.length);
  return keys;
}

function flat(context: MethodContext, self: object): unknown[] {
  return counted(context, hashKeys(self, context)).flatMap((key) => [key, hashGet(self, key)]);
}

function pairs(context: MethodContext, self: object): unknown[] {
  const entries = counted(context, hashKeys(self, context)).map((key) => {
    context.charge(4);
    return [key, hashGet(self, key)] as const;
  });
  return sortedPairs(entries, context);
}

function keysByValue(context: MethodContext, self: object, compare: (a: unknown, b: unknown) => number): string[] {
  return counted(context, hashKeys(self, context)).sort((a, b) => {
    const value = hashGet(self, a);
    context.charge(16 + (typeof value === 'string' ? value.length >> 3 : 0));
    return compare(value, hashGet(self, b));
  });
}
