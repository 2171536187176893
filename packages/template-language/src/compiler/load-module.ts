import type { SimpleFilter } from '../filters/filter.ts';
import { applyFilter, openFilter } from '../runtime/apply-filter.ts';
import { assignNamed, variableNamed } from '../runtime/dotted-name.ts';
import { handlerIndex } from '../runtime/handler-index.ts';
import { settle } from '../runtime/host-calls.ts';
import {
  include,
  includeStepwise,
  insert,
  insertStepwise,
  process,
  processStepwise,
  wrap,
  wrapStepwise,
} from '../runtime/inclusion.ts';
import { ListLoop, loopEnd } from '../runtime/loop-state.ts';
import { macro } from '../runtime/macro.ts';
import * as numbers from '../runtime/numbers.ts';
import { openView } from '../runtime/open-view.ts';
import { emptyArgs, noArgs } from '../runtime/path.ts';
import { range } from '../runtime/range.ts';
import { reference } from '../runtime/reference.ts';
import { pending } from '../runtime/signals.ts';
import { thrownError } from '../runtime/thrown-error.ts';
import type { Unit } from '../runtime/unit.ts';
import { text, truth } from '../runtime/values.ts';

/** Everything that generated code can name, apart from the render and what it declares itself. */
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
  include,
  includeStepwise,
  process,
  processStepwise,
  wrap,
  wrapStepwise,
  insert,
  insertStepwise,
  applyFilter,
  openFilter,
  handlerIndex,
  macro,
  openView,
  range,
  reference,
  variableNamed,
  assignNamed,
  thrownError,
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
