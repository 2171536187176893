import type { SimpleFilter } from '../filters/filter.ts';
import { ListLoop, loopEnd } from '../runtime/loop-state.ts';
import * as numbers from '../runtime/numbers.ts';
import { settle } from '../runtime/runtime.ts';
import { pending } from '../runtime/signals.ts';
import type { Unit } from '../runtime/unit.ts';
import { text, truth } from '../runtime/values.ts';
import { emptyArgs, noArgs } from '../runtime/variable-access.ts';

/** Everything that generated code can name, apart from what it declares itself. */
const environment = {
  text,
  truth,
  number: numbers.number,
  add: numbers.add,
  subtract: numbers.subtract,
  multiply: numbers.multiply,
  divide: numbers.divide,
  modulo: numbers.modulo,
  truncate: numbers.truncate,
  pending,
  settle,
  noArgs,
  emptyArgs,
  describe: Reflect.getOwnPropertyDescriptor,
  isArray: Array.isArray,
  ListLoop,
  loopEnd,
} as const;

const names = Object.keys(environment);
const values = Object.values(environment);

/** Turns the text of a module into its unit functions. */
export function loadModule<F>(
  text: string,
  units: readonly Unit[],
  simpleFilters: Readonly<Record<string, SimpleFilter>>,
): readonly F[] {
  const make = new Function(...names, 'units', 'simpleFilters', text) as (...args: unknown[]) => readonly F[];
  return make(...values, units, simpleFilters);
}
