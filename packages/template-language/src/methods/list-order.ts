import { compareText } from '../runtime/loop-state.ts';
import { looksLikeNumber, number } from '../runtime/numbers.ts';
import { hashGet, hashHas, isHash, text } from '../runtime/values.ts';
import type { ListMethod, MethodContext } from './method.ts';

type Keyed = { readonly item: unknown; readonly keys: readonly unknown[] };

/** Methods of lists that order them or take parts of their hashes. */
export const listOrderMethods: Readonly<Record<string, ListMethod>> = {
  sort: (context, self, names) => ordered(context, self, names, (value) => text(value).toLowerCase(), compareFolded),
  nsort: (context, self, names) => ordered(context, self, names, (value) => Number(number(value)), compareNumbers),
  sort_by_key: (context, self, args) => sortByKey(context, self, args),
  pluck(context, self, [key]) {
    const name = text(key);
    const values: unknown[] = [];
    for (const item of self) {
      context.charge(1);
      if (isHash(item) && hashHas(item, name)) values.push(hashGet(item, name));
    }
    return values;
  },
};

function compareFolded(a: unknown, b: unknown): number {
  return compareText(String(a), String(b));
}

function compareNumbers(a: unknown, b: unknown): number {
  return Number(a) - Number(b);
}

/** A new list ordered by the items, or by members of hashes where names are given. */
function ordered(
  context: MethodContext,
  self: unknown[],
  names: readonly unknown[],
  fold: (value: unknown) => unknown,
  compare: (a: unknown, b: unknown) => number,
): unknown[] {
  context.checkItems(self.length);
  const keyed: Keyed[] = self.map((item) => {
    context.charge(8);
    if (names.length === 0 || !isHash(item)) return { item, keys: [fold(item)] };
    return { item, keys: names.map((name) => fold(hashGet(item, text(name)))) };
  });
  keyed.sort((a, b) => {
    for (const [index, key] of a.keys.entries()) {
      context.charge(8 + (typeof key === 'string' ? key.length >> 3 : 0));
      const order = compare(key, b.keys[index] ?? '');
      if (order !== 0) return order;
    }
    return 0;
  });
  return keyed.map(({ item }) => item);
}

interface SortKey {
  readonly name: string;
  readonly descending: boolean;
}

/** `list.sort_by_key(key = 'asc', key2 = 'desc')`: undefined values come last in both directions. */
function sortByKey(context: MethodContext, self: unknown[], args: readonly unknown[]): unknown[] {
  context.checkItems(self.length);
  const keys = args.flatMap(sortKeys);
  return [...self].sort((a, b) => {
    context.charge(8);
    for (const key of keys) {
      const value = memberOf(a, key.name);
      if (typeof value === 'string') context.charge(value.length >> 3);
      const order = compareByKey(value, memberOf(b, key.name), key.descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function sortKeys(argument: unknown): SortKey[] {
  if (!isHash(argument)) return [{ name: text(argument), descending: false }];
  return Object.entries(argument).map(([name, direction]) => ({
    name,
    descending: text(direction).toLowerCase() === 'desc',
  }));
}

function memberOf(item: unknown, name: string): unknown {
  return isHash(item) ? hashGet(item, name) : undefined;
}

function compareByKey(a: unknown, b: unknown, descending: boolean): number {
  const missingA = a === undefined || a === null;
  const missingB = b === undefined || b === null;
  if (missingA || missingB) return Number(missingA) - Number(missingB);
  const [x, y] = [text(a), text(b)];
  const numeric = looksLikeNumber(x) && looksLikeNumber(y);
  const order = numeric ? Number(number(x)) - Number(number(y)) : compareText(x, y);
  return descending ? -order : order;
}
