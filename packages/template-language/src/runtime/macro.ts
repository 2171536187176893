import { ownFunction } from './own-function.ts';
import { isPrivateKey } from './path.ts';
import type { Scope } from './scope.ts';
import type { Unit } from './unit.ts';
import type { UnitRunner } from './unit-runner.ts';
import { hashGet, hashKeys } from './values.ts';

/** The value of a MACRO: a function that prints its body on a copy of the variables of where it is called. */
export function macro(render: UnitRunner, unit: Unit): object {
  return ownFunction((args) => render.printed(unit, macroScope(render, unit, args)));
}

/** Parameters get the positional arguments; named ones, in a hash behind those, become variables of their own names. */
function macroScope(render: UnitRunner, unit: Unit, args: readonly unknown[]): Scope {
  const scope = render.copied(render.currentScope);
  const parameters = unit.parameters ?? [];
  const last = args[args.length - 1];
  const extra = args.length > parameters.length && isNamedHash(last) ? last : undefined;
  parameters.forEach((name, index) => {
    const value = args[index];
    scope.own[name] = value === extra || value === undefined ? '' : value;
  });
  if (extra !== undefined) {
    for (const name of hashKeys(extra, render)) if (!isPrivateKey(name)) scope.own[name] = hashGet(extra, name) ?? '';
  }
  return scope;
}

function isNamedHash(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === null;
}
