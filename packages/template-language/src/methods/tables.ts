import { hashMethods } from './hash.ts';
import { listMethods } from './list.ts';
import { listChangeMethods } from './list-changes.ts';
import { listOrderMethods } from './list-order.ts';
import type { HashMethod, ListMethod, Method, TextMethod } from './method.ts';
import { textMethods } from './text.ts';
import { textPatternMethods } from './text-patterns.ts';

/** The methods of texts, lists and hashes, those of the host over the built-in ones. */
export interface MethodTables {
  readonly text: ReadonlyMap<string, TextMethod>;
  readonly list: ReadonlyMap<string, ListMethod>;
  readonly hash: ReadonlyMap<string, HashMethod>;
}

export interface CustomMethods {
  readonly text: Iterable<readonly [string, TextMethod]>;
  readonly list: Iterable<readonly [string, ListMethod]>;
  readonly hash: Iterable<readonly [string, HashMethod]>;
}

export function methodTables(custom: CustomMethods): MethodTables {
  return {
    text: merged<string>([...Object.entries(textMethods), ...Object.entries(textPatternMethods)], custom.text),
    list: merged<unknown[]>(
      [...Object.entries(listMethods), ...Object.entries(listChangeMethods), ...Object.entries(listOrderMethods)],
      custom.list,
    ),
    hash: merged<object>(Object.entries(hashMethods), custom.hash),
  };
}

function merged<Self>(
  builtIn: Iterable<readonly [string, Method<Self>]>,
  custom: Iterable<readonly [string, Method<Self>]>,
): ReadonlyMap<string, Method<Self>> {
  return new Map([...builtIn, ...custom]);
}
