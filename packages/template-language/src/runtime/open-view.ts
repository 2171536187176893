import { HostObject } from '../host-object.ts';
import { assignPath } from './dotted-name.ts';
import { settle } from './host-calls.ts';
import type { Scope } from './scope.ts';
import { pending } from './signals.ts';
import type { Steps } from './steps.ts';
import type { Unit } from './unit.ts';
import type { UnitRunner } from './unit-runner.ts';
import { text } from './values.ts';
import { View, type ViewContext } from './view.ts';

/**
 * Makes the view of a VIEW directive and stores it under its name, which may be a path. Answers it, or the sign that it
 * has to be waited for.
 */
export function openView(
  render: UnitRunner,
  scope: Scope,
  name: unknown,
  given: Record<string, unknown>,
  blocks: Readonly<Record<string, Unit>>,
): unknown {
  const view = View.open(new RenderViewContext(render), new Map(Object.entries(blocks)), given);
  return render.perform(assignPath(render, scope, text(name).split('.'), view));
}

/** What views do with the render that made them. */
class RenderViewContext implements ViewContext {
  readonly #render: UnitRunner;

  constructor(render: UnitRunner) {
    this.#render = render;
  }

  findUnit(name: string): Steps<Unit> {
    return this.#render.unitStepwise(name);
  }

  *runWith(unit: Unit, variables: Record<string, unknown>): Steps<string> {
    const render = this.#render;
    const scope = render.childScope(render.currentScope, variables);
    return render.mode === 'stepwise' ? yield* render.runStepwise(unit, scope, 0) : render.run(unit, scope, 0);
  }

  *callMethod(host: object, name: string, args: readonly unknown[]): Steps<{ readonly value: unknown } | undefined> {
    const render = this.#render;
    const handler = HostObject.handlerOf(host);
    let method = render.arrived(render.hostCall(() => handler?.get(name)));
    if (method === pending) method = yield* settle(render);
    if (typeof method !== 'function') return undefined;
    const value = render.invoke(method, args);
    return { value: value === pending ? yield* settle(render) : value };
  }

  perform(steps: Steps<unknown>): unknown {
    return this.#render.perform(steps);
  }

  bounded(output: string): string {
    return this.#render.bounded(output);
  }

  charge(units: number): void {
    this.#render.charge(units);
  }
}
