import { isWritableHash } from './member-access.ts';
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

/** Parameters get the positional arguments; the members of a hash behind those become variables of their own names. */
function macroScope(render: UnitRunner, unit: Unit, args: readonly unknown[]): Scope {
  const scope = render.copied(render.currentScope);
  const parameters = unit.parameters ?? [];
  const extra = extraHash(args, parameters.length);
  parameters.forEach((name, index) => {
    scope.own[name] = args[index] ?? '';
  });
  if (extra !== undefined) {
    for (const name of hashKeys(extra, render)) if (!isPrivateKey(name)) scope.own[name] = hashGet(extra, name) ?? '';
  }
  return scope;
}

/** The first argument that no parameter takes, if it is a hash, or else the named arguments. */
function extraHash(args: readonly unknown[], taken: number): object | undefined {
  const first = args[taken];
  if (isWritableHash(first)) return first;
  const last = args[args.length - 1];
  return args.length > taken && isNamedHash(last) ? last : undefined;
}

function isNamedHash(value: unknown): value is object {
  return isWritableHash(value) && Object.getPrototypeOf(value) === null;
}
