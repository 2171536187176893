import { settle } from './host-calls.ts';
import { ownFunction } from './own-function.ts';
import type { PathStep } from './path.ts';
import type { Scope } from './scope.ts';
import { pending } from './signals.ts';
import type { Steps } from './steps.ts';
import type { VariableAccess } from './variable-access.ts';

/** `\a.b(1)`: a function that follows the path; its arguments come after those that are written. */
export function reference(render: VariableAccess, scope: Scope, path: readonly PathStep[]): object {
  return ownFunction((later) => {
    const last = path.length - 1;
    const extended = path.map((step, index) =>
      index === last ? { key: step.key, args: [...step.args, ...later] } : step,
    );
    return followPath(render, scope, extended);
  });
}

/** The value at the end of a path, or the sign that it has to be waited for. */
export function followPath(render: VariableAccess, scope: Scope, path: readonly PathStep[]): unknown {
  if (render.mode !== 'stepwise') return follow(render, scope, path);
  return render.waitFor(followStepwise(render, scope, path));
}

function follow(render: VariableAccess, scope: Scope, path: readonly PathStep[]): unknown {
  let value: unknown;
  for (const [index, step] of path.entries()) value = go(render, scope, value, step, index);
  return value;
}

function* followStepwise(render: VariableAccess, scope: Scope, path: readonly PathStep[]): Steps<unknown> {
  let value: unknown;
  for (const [index, step] of path.entries()) {
    value = go(render, scope, value, step, index);
    if (value === pending) value = yield* settle(render);
  }
  return value;
}

function go(render: VariableAccess, scope: Scope, owner: unknown, { key, args }: PathStep, index: number): unknown {
  return index === 0 ? render.rootByKey(scope, key, args) : render.memberByKey(owner, key, args);
}
