import { TemplateError } from '../errors.ts';
import { type RunMode, settle } from './host-calls.ts';
import type { Limits } from './limits.ts';
import type { RenderTemplates } from './render-templates.ts';
import { type ComponentInfo, Scope } from './scope.ts';
import { pending } from './signals.ts';
import type { Steps } from './steps.ts';
import { Frame, type Unit } from './unit.ts';
import { emptyHash } from './values.ts';
import { VariableAccess, type VariableSources } from './variable-access.ts';

export interface UnitSources extends VariableSources {
  /** True where the output of templates and blocks is cut at both ends. */
  readonly trim: boolean;
}

/** Finds units and runs them, one inside the other. */
export class UnitRunner extends VariableAccess {
  declare readonly sources: UnitSources;
  declare readonly templates: RenderTemplates;
  declare protected frame: Frame | undefined;
  declare protected scope: Scope | undefined;

  constructor(mode: RunMode, limits: Limits, sources: UnitSources, templates: RenderTemplates) {
    super(mode, limits, sources);
    this.templates = templates;
    this.frame = undefined;
    this.scope = undefined;
  }

  /** True in a template that no other one called. */
  get isOutermost(): boolean {
    return this.frame?.caller === undefined;
  }

  /** The variables of what runs. */
  get currentScope(): Scope {
    return this.scope ?? Scope.over({});
  }

  private enter(unit: Unit, scope: Scope, printed: number): void {
    if (!unit.mayRecur) {
      for (let frame = this.frame; frame !== undefined; frame = frame.caller) {
        if (frame.unit === unit) throw new TemplateError('file', `recursion into '${unit.name}'`);
      }
    }
    const frame = new Frame(unit, this.frame);
    if (frame.depth > this.limits.depth) throw this.limitError('depth');
    this.printedOutside += printed;
    this.frame = frame;
    this.scope = scope;
    if (unit.kind === 'view') scope.unit = undefined;
    else if (unit.kind !== 'macro') scope.unit = unit;
  }

  private finish(unit: Unit, output: string): string {
    this.checkOutput(output);
    return this.sources.trim && unit.kind !== 'macro' ? output.trim() : output;
  }

  /** Runs a unit after `printed` characters of the running one. */
  run(unit: Unit, scope: Scope, printed: number): string {
    const frame = this.frame;
    const outerScope = this.scope;
    const unitBefore = scope.unit;
    this.enter(unit, scope, printed);
    const output = unit.sync(this, scope);
    this.printedOutside -= printed;
    this.frame = frame;
    this.scope = outerScope;
    scope.unit = unitBefore;
    return this.finish(unit, output);
  }

  *runStepwise(unit: Unit, scope: Scope, printed: number): Steps<string> {
    const frame = this.frame;
    const outerScope = this.scope;
    const unitBefore = scope.unit;
    this.enter(unit, scope, printed);
    const output = yield* unit.stepwise(this, scope);
    this.printedOutside -= printed;
    this.frame = frame;
    this.scope = outerScope;
    scope.unit = unitBefore;
    return this.finish(unit, output);
  }

  /** What a unit prints where a value is read: its output, or the sign that it has to be waited for. */
  printed(unit: Unit, scope: Scope): unknown {
    if (this.mode !== 'stepwise') return this.run(unit, scope, 0);
    return this.waitFor(this.runStepwise(unit, scope, 0));
  }

  /**
   * A unit by name, or the sign that it has to be waited for: blocks of the running templates, innermost first, blocks of
   * the engine, loaded templates.
   */
  private find(name: string): unknown {
    for (let frame = this.frame; frame !== undefined; frame = frame.caller) {
      const block = frame.learned?.get(name) ?? frame.unit.home.block(name);
      if (block !== undefined) return block;
    }
    return this.templates.find(name, this);
  }

  /** A unit by name, where nothing is waited for. */
  unit(name: string): Unit {
    return this.find(name) as Unit;
  }

  *unitStepwise(name: string): Steps<Unit> {
    const unit = this.find(name);
    return (unit === pending ? yield* settle(this) : unit) as Unit;
  }

  /** From now on the running unit knows the blocks of a template. */
  learnBlocks(unit: Unit): void {
    this.frame?.learn(blocksOf(unit));
  }

  protected specialVariable(scope: Scope, name: string): unknown {
    if (name === 'component') return scope.unit === undefined ? undefined : unitHash(scope.unit);
    if (name !== 'template') return undefined;
    let frame = this.frame;
    while (frame?.caller !== undefined) frame = frame.caller;
    return frame === undefined ? undefined : unitHash(frame.unit);
  }
}

function unitHash(unit: ComponentInfo): Record<string, unknown> {
  const hash = emptyHash();
  for (const [name, value] of unit.metadata) hash[name] = value;
  hash.name = unit.name;
  return hash;
}

function* blocksOf(unit: Unit): Generator<readonly [string, Unit]> {
  for (const name of unit.home.blockNames()) {
    const block = unit.home.block(name);
    if (block !== undefined) yield [name, block];
  }
}
