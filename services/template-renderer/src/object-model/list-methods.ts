import { hashOf, textOf } from './arguments.ts';
import { modelOf } from './host-model.ts';

type ListMethod = (self: unknown, ...args: unknown[]) => unknown;

/** `list.pluck` and `list.sort_by_key` for hashes and for objects, whose members are called (templates.md 1.4). */
export const LIST_METHODS: Readonly<Record<string, ListMethod>> = {
  pluck: (self, name) => {
    const items = listOf(self);
    if (!items.some(modelOf)) return items.flatMap((item) => own(item, textOf(name)));
    return Promise.all(items.map((item) => memberOf(item, textOf(name)))).then((values) =>
      values.filter((value, index) => value !== undefined || modelOf(items[index]) !== undefined),
    );
  },
  sort_by_key: (self, ...args) => {
    const items = listOf(self);
    const keys = args.flatMap(sortKeys);
    if (!items.some(modelOf)) {
      return sorted(
        items,
        items.map((item) => keys.map(({ name }) => own(item, name)[0])),
        keys,
      );
    }
    return Promise.all(items.map((item) => Promise.all(keys.map(({ name }) => memberOf(item, name))))).then((values) =>
      sorted(items, values, keys),
    );
  },
};

function listOf(self: unknown): readonly unknown[] {
  return Array.isArray(self) ? self : [];
}

/** The value of a hash's key in a list, an empty list where it is not there. */
function own(item: unknown, name: string): unknown[] {
  const hash = hashOf(item);
  return hash && Object.hasOwn(hash, name) ? [hash[name]] : [];
}

async function memberOf(item: unknown, name: string): Promise<unknown> {
  const model = modelOf(item);
  return model ? model.get(name) : own(item, name)[0];
}

interface SortKey {
  readonly name: string;
  readonly isDescending: boolean;
}

function sortKeys(argument: unknown): SortKey[] {
  const hash = hashOf(argument);
  if (!hash) return [{ name: textOf(argument), isDescending: false }];
  return Object.entries(hash).map(([name, direction]) => ({
    name,
    isDescending: textOf(direction).toLowerCase() === 'desc',
  }));
}

/** Stable; numbers as numbers where both are, else as text; what is undefined comes last in both directions. */
function sorted(
  items: readonly unknown[],
  values: readonly (readonly unknown[])[],
  keys: readonly SortKey[],
): unknown[] {
  const order = items.map((_item, index) => index);
  order.sort((a, b) => {
    for (const [at, { isDescending }] of keys.entries()) {
      const compared = compare(values[a]?.[at], values[b]?.[at], isDescending);
      if (compared !== 0) return compared;
    }
    return 0;
  });
  return order.map((index) => items[index]);
}

function compare(a: unknown, b: unknown, isDescending: boolean): number {
  const isMissing = [a, b].map((value) => value === undefined || value === null);
  if (isMissing[0] || isMissing[1]) return Number(isMissing[0]) - Number(isMissing[1]);
  const [x, y] = [textOf(a), textOf(b)];
  const compared = isNumber(x) && isNumber(y) ? Number(x) - Number(y) : Number(x > y) - Number(x < y);
  return isDescending ? -compared : compared;
}

function isNumber(value: string): boolean {
  return /^\s*-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value);
}
