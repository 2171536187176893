import { settle } from './host-calls.ts';
import { noArgs } from './path.ts';
import { followPath } from './reference.ts';
import type { Scope } from './scope.ts';
import { pending } from './signals.ts';
import type { Steps } from './steps.ts';
import { text } from './values.ts';
import type { VariableAccess } from './variable-access.ts';

/** `$name` alone: the variable of that name, which may be a path such as `a.b`. */
export function variableNamed(render: VariableAccess, scope: Scope, key: unknown, args: readonly unknown[]): unknown {
  const names = text(key).split('.');
  if (names.length === 1 || names[0] === '') return render.rootByKey(scope, key, args);
  const last = names.length - 1;
  const path = names.map((name, index) => ({ key: name, args: index === last ? args : noArgs }));
  return followPath(render, scope, path);
}

/** `$name = value`; answers the value, or the sign that it has to be waited for. */
export function assignNamed(render: VariableAccess, scope: Scope, key: unknown, value: unknown): unknown {
  const names = text(key).split('.');
  if (names.length === 1 || names[0] === '') return render.assignRoot(scope, key, value);
  return render.perform(assignPath(render, scope, names, value));
}

/** Assigns the variable or, of several names, the member at the end of them. */
export function* assignPath<T>(render: VariableAccess, scope: Scope, names: readonly string[], value: T): Steps<T> {
  const last = names.at(-1) ?? '';
  if (names.length === 1) {
    render.assignRoot(scope, last, value);
    return value;
  }
  let owner: unknown;
  for (const [index, name] of names.slice(0, -1).entries()) {
    owner = index === 0 ? render.vivifyRoot(scope, name, noArgs) : render.vivify(owner, name, noArgs);
    if (owner === pending) owner = yield* settle(render);
  }
  if (render.assign(owner, last, value) === pending) yield* settle(render);
  return value;
}
