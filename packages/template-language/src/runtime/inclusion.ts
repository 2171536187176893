import { settle } from './host-calls.ts';
import { sourceText } from './render-templates.ts';
import type { Scope } from './scope.ts';
import { pending } from './signals.ts';
import type { Steps } from './steps.ts';
import type { Unit } from './unit.ts';
import type { UnitRunner } from './unit-runner.ts';
import { text } from './values.ts';

type Names = readonly unknown[];
type NamedArguments = Record<string, unknown>;

/** The names of an INCLUDE; a variable may hold a list of them. */
function listed(names: Names): Names {
  const [list] = names;
  return Array.isArray(list) ? list : names;
}

/** INCLUDE: each template on a copy of the variables. `printed` is how much the running unit has printed. */
export function include(
  render: UnitRunner,
  scope: Scope,
  names: Names,
  args: NamedArguments | undefined,
  printed: number,
): string {
  let output = '';
  for (const name of listed(names)) {
    const unit = render.unit(text(name));
    output += render.run(unit, render.childScope(scope, args), printed + output.length);
  }
  return output;
}

export function* includeStepwise(
  render: UnitRunner,
  scope: Scope,
  names: Names,
  args: NamedArguments | undefined,
  printed: number,
): Steps<string> {
  let output = '';
  for (const name of listed(names)) {
    const unit = yield* render.unitStepwise(text(name));
    output += yield* render.runStepwise(unit, render.childScope(scope, args), printed + output.length);
  }
  return output;
}

/** PROCESS: each template on the variables themselves. */
export function process(
  render: UnitRunner,
  scope: Scope,
  names: Names,
  args: NamedArguments | undefined,
  printed: number,
): string {
  if (args !== undefined) render.setArguments(scope, args);
  let output = '';
  for (const name of listed(names)) {
    const unit = render.unit(text(name));
    const { loop } = scope.own;
    output += render.run(unit, scope, printed + output.length);
    afterProcess(render, scope, unit, loop);
  }
  return output;
}

export function* processStepwise(
  render: UnitRunner,
  scope: Scope,
  names: Names,
  args: NamedArguments | undefined,
  printed: number,
): Steps<string> {
  if (args !== undefined) render.setArguments(scope, args);
  let output = '';
  for (const name of listed(names)) {
    const unit = yield* render.unitStepwise(text(name));
    const { loop } = scope.own;
    output += yield* render.runStepwise(unit, scope, printed + output.length);
    afterProcess(render, scope, unit, loop);
  }
  return output;
}

/** The blocks of a processed template stay known; a loop that was left by RETURN does not. */
function afterProcess(render: UnitRunner, scope: Scope, unit: Unit, loop: unknown): void {
  if (loop !== undefined) scope.own.loop = loop;
  if (unit.kind === 'template') render.learnBlocks(unit);
}

/** WRAPPER: the last template around the content, each other one around the one after it. */
export function wrap(
  render: UnitRunner,
  scope: Scope,
  names: Names,
  args: NamedArguments,
  content: string,
  printed: number,
): string {
  const [list] = names;
  if (Array.isArray(list)) return include(render, scope, list, { ...args, content }, printed);
  let output = content;
  for (const name of [...names].reverse()) {
    const unit = render.unit(text(name));
    output = render.run(unit, render.childScope(scope, { ...args, content: output }), printed);
  }
  return output;
}

export function* wrapStepwise(
  render: UnitRunner,
  scope: Scope,
  names: Names,
  args: NamedArguments,
  content: string,
  printed: number,
): Steps<string> {
  const [list] = names;
  if (Array.isArray(list)) return yield* includeStepwise(render, scope, list, { ...args, content }, printed);
  let output = content;
  for (const name of [...names].reverse()) {
    const unit = yield* render.unitStepwise(text(name));
    output = yield* render.runStepwise(unit, render.childScope(scope, { ...args, content: output }), printed);
  }
  return output;
}

/** INSERT: the texts of templates as they are. */
export function insert(render: UnitRunner, names: Names): string {
  let output = '';
  for (const name of listed(names)) {
    output += sourceText(text(name), render.arrived(render.templates.load(text(name))));
  }
  return output;
}

export function* insertStepwise(render: UnitRunner, names: Names): Steps<string> {
  let output = '';
  for (const name of listed(names)) {
    let source = render.arrived(render.templates.load(text(name)));
    if (source === pending) source = yield* settle(render);
    output += sourceText(text(name), source);
  }
  return output;
}
