import type { ParsedTemplate } from '../parser/ast.ts';
import { AccessorNames } from './accessor-names.ts';
import { type Mode, UnitWriter } from './unit-writer.ts';

/** Writes the body of a JavaScript function that answers the list of the functions of all units of a template. */
export function writeModule(
  parsed: ParsedTemplate,
  mode: Mode,
  isSimpleFilter: (name: string) => boolean,
  tick: () => void,
): string {
  const accessors = new AccessorNames();
  const functions = parsed.units.map((unit, index) => {
    const writer = new UnitWriter(accessors, unit, index, mode, isSimpleFilter, parsed.bindings, tick);
    writer.block(unit.body);
    return writer.functionText(`u${index}`);
  });
  const names = parsed.units.map((_, index) => `u${index}`);
  return ["'use strict';", accessors.text(), ...functions, `return [${names.join(', ')}];`].join('\n');
}
