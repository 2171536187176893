import { TemplateError, TemplateLimitError, TemplateSyntaxError } from '../errors.ts';
import type { FilterTable } from '../filters/tables.ts';
import { HostObject } from '../host-object.ts';
import { ErrorValue } from './error-value.ts';
import { awaitHost, hostError } from './host-errors.ts';
import type { Limits } from './limits.ts';
import type { LoopContext } from './loop-state.ts';
import { ArithmeticFault } from './numbers.ts';
import { type ComponentInfo, Scope, type Variables } from './scope.ts';
import { AbortedSignal, pending, RestartSignal, ReturnSignal, StopSignal } from './signals.ts';
import type { Steps } from './steps.ts';
import { Frame, type Unit } from './unit.ts';
import { hashGet, hashKeys, isThenable, text } from './values.ts';
import {
  isPrivateKey,
  noArgs,
  type PathStep,
  type RunMode,
  VariableAccess,
  type VariableSources,
} from './variable-access.ts';
import { View, type ViewContext } from './view.ts';

/** Where templates, filters and plugins come from. */
export interface RuntimeSources extends VariableSources {
  readonly filters: FilterTable;
  readonly plugins: ReadonlyMap<string, (...args: unknown[]) => unknown>;
  readonly trim: boolean;
  /** A block of the engine's options. */
  engineBlock(name: string, tick: () => void): Unit | undefined;
  load(name: string): unknown;
  compileLoaded(name: string, source: string, tick: () => void): Unit;
  compileText(source: string, tick: () => void): Unit;
}

/** What macros and references of templates do when they are called. */
const ownFunctions = new WeakMap<object, (args: readonly unknown[]) => unknown>();

/** The answers of `load` for one render, restarts included. */
export interface LoadedSources {
  byName: Map<string, unknown> | undefined;
}

/** A text is compiled anew each time that it is rendered by a filter. */
const evaluatedLengthMax = 1_000_000;

interface FilterAlias {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** The state to go back to when an error is caught. */
interface Mark {
  readonly frame: Frame | undefined;
  readonly scope: Scope | undefined;
  readonly printedOutside: number;
  readonly variables: Variables;
  readonly loop: unknown;
}

/** One render: what generated code calls, apart from reading variables. */
export class Runtime extends VariableAccess implements LoopContext, ViewContext {
  declare filterAliases: Map<string, FilterAlias> | undefined;
  declare readonly sources: RuntimeSources;
  declare private readonly loaded: LoadedSources;
  declare private frame: Frame | undefined;
  declare private scope: Scope | undefined;
  /** What was printed by units that an error or signal is leaving. */
  declare private kept: string;

  constructor(mode: RunMode, limits: Limits, sources: RuntimeSources, loaded: LoadedSources) {
    super(mode, limits, sources);
    this.loaded = loaded;
    this.filterAliases = undefined;
    this.frame = undefined;
    this.scope = undefined;
    this.kept = '';
  }

  // Running units

  /** True in a template that no other one called. */
  get isOutermost(): boolean {
    return this.frame?.caller === undefined;
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
    return this.sources.trim && unit.kind !== 'macro' ? trimmed(output) : output;
  }

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

  /** A unit by name: blocks of the running templates, innermost first, blocks of the engine, loaded templates. */
  private unit(name: string): unknown {
    for (let frame = this.frame; frame !== undefined; frame = frame.caller) {
      const block = frame.learned?.get(name) ?? frame.unit.home.block(name);
      if (block !== undefined) return block;
    }
    return this.sources.engineBlock(name, this.tick()) ?? this.loadedUnit(name);
  }

  private loadedUnit(name: string): unknown {
    const source = this.load(name);
    if (typeof source === 'object' && source !== null && isThenable(source)) {
      if (this.mode === 'trial') throw new RestartSignal();
      return this.waitFor(this.awaitUnit(name, source));
    }
    return this.compileLoaded(name, source);
  }

  private *awaitUnit(name: string, source: unknown): Steps<unknown> {
    const loaded = yield* awaitHost(source);
    this.loaded.byName?.set(name, loaded);
    return this.compileLoaded(name, loaded);
  }

  private load(name: string): unknown {
    this.loaded.byName ??= new Map();
    const { byName } = this.loaded;
    if (byName.has(name)) return byName.get(name);
    let source: unknown;
    try {
      source = this.sources.load(name);
    } catch (error) {
      throw hostError(error);
    }
    byName.set(name, source);
    return source;
  }

  private compileLoaded(name: string, source: unknown): Unit {
    if (typeof source !== 'string') throw new TemplateError('file', `${name}: not found`);
    return this.compiling(() => this.sources.compileLoaded(name, source, this.tick()));
  }

  /** Compiling a template inside a render counts against its time. */
  private tick(): () => void {
    return () => this.charge(256);
  }

  private compiling(compile: () => Unit): Unit {
    try {
      return compile();
    } catch (error) {
      if (error instanceof TemplateSyntaxError) throw new TemplateError('file', error.message, { cause: error });
      throw error;
    }
  }

  private childScope(scope: Scope, args: Record<string, unknown> | undefined): Scope {
    const child = this.copied(scope);
    if (args !== undefined) this.setArguments(child, args);
    return child;
  }

  private copied(scope: Scope): Scope {
    this.charge(this.copyWork);
    return scope.copy();
  }

  private setArguments(scope: Scope, args: Record<string, unknown>): void {
    for (const name of Object.keys(args)) {
      if (name === 'import' && typeof args[name] === 'object') this.importInto(scope, args[name]);
      else if (!isPrivateKey(name)) scope.own[name] = args[name];
    }
  }

  include(scope: Scope, names: readonly unknown[], args: Record<string, unknown> | undefined, printed: number): string {
    let output = '';
    for (const name of namesOf(names)) {
      const unit = this.unit(text(name)) as Unit;
      output += this.run(unit, this.childScope(scope, args), printed + output.length);
    }
    return output;
  }

  *includeStepwise(
    scope: Scope,
    names: readonly unknown[],
    args: Record<string, unknown> | undefined,
    printed: number,
  ): Steps<string> {
    let output = '';
    for (const name of namesOf(names)) {
      const unit = (yield* this.settledUnit(text(name))) as Unit;
      output += yield* this.runStepwise(unit, this.childScope(scope, args), printed + output.length);
    }
    return output;
  }

  private *settledUnit(name: string): Steps<unknown> {
    const unit = this.unit(name);
    return unit === pending ? yield* settle(this) : unit;
  }

  process(scope: Scope, names: readonly unknown[], args: Record<string, unknown> | undefined, printed: number): string {
    if (args !== undefined) this.setArguments(scope, args);
    let output = '';
    for (const name of namesOf(names)) {
      const unit = this.unit(text(name)) as Unit;
      const { loop } = scope.own;
      output += this.run(unit, scope, printed + output.length);
      this.afterProcess(scope, unit, loop);
    }
    return output;
  }

  *processStepwise(
    scope: Scope,
    names: readonly unknown[],
    args: Record<string, unknown> | undefined,
    printed: number,
  ): Steps<string> {
    if (args !== undefined) this.setArguments(scope, args);
    let output = '';
    for (const name of namesOf(names)) {
      const unit = (yield* this.settledUnit(text(name))) as Unit;
      const { loop } = scope.own;
      output += yield* this.runStepwise(unit, scope, printed + output.length);
      this.afterProcess(scope, unit, loop);
    }
    return output;
  }

  /** The blocks of a processed template stay known; a loop that was left by RETURN does not. */
  private afterProcess(scope: Scope, unit: Unit, loop: unknown): void {
    if (loop !== undefined) scope.own.loop = loop;
    if (unit.kind === 'template') this.frame?.learn(blocksOf(unit));
  }

  wrap(
    scope: Scope,
    names: readonly unknown[],
    args: Record<string, unknown>,
    content: string,
    printed: number,
  ): string {
    const [list] = names;
    if (Array.isArray(list)) return this.include(scope, list, { ...args, content }, printed);
    let output = content;
    for (const name of [...names].reverse()) {
      const unit = this.unit(text(name)) as Unit;
      output = this.run(unit, this.childScope(scope, { ...args, content: output }), printed);
    }
    return output;
  }

  *wrapStepwise(
    scope: Scope,
    names: readonly unknown[],
    args: Record<string, unknown>,
    content: string,
    printed: number,
  ): Steps<string> {
    const [list] = names;
    if (Array.isArray(list)) return yield* this.includeStepwise(scope, list, { ...args, content }, printed);
    let output = content;
    for (const name of [...names].reverse()) {
      const unit = (yield* this.settledUnit(text(name))) as Unit;
      output = yield* this.runStepwise(unit, this.childScope(scope, { ...args, content: output }), printed);
    }
    return output;
  }

  insert(names: readonly unknown[]): string {
    let output = '';
    for (const name of namesOf(names)) {
      const source = this.arrived(this.load(text(name)));
      output += this.inserted(text(name), source);
    }
    return output;
  }

  *insertStepwise(names: readonly unknown[]): Steps<string> {
    let output = '';
    for (const name of namesOf(names)) {
      let source = this.arrived(this.load(text(name)));
      if (source === pending) source = yield* settle(this);
      output += this.inserted(text(name), source);
    }
    return output;
  }

  private inserted(name: string, source: unknown): string {
    if (typeof source !== 'string') throw new TemplateError('file', `${name}: not found`);
    return source;
  }

  // Views

  /** Makes the view of a VIEW directive and stores it under its name, which may be a path. */
  openView(
    scope: Scope,
    name: unknown,
    given: Record<string, unknown>,
    blocks: Readonly<Record<string, Unit>>,
  ): unknown {
    const view = View.open(this, new Map(Object.entries(blocks)), given);
    const store = this.storeAt(scope, text(name).split('.'), view);
    return this.perform(store);
  }

  private *storeAt(scope: Scope, path: readonly string[], view: View): Steps<View> {
    const last = path[path.length - 1] ?? '';
    if (path.length === 1) this.assignRoot(scope, last, view);
    else {
      let owner: unknown;
      for (const [index, key] of path.slice(0, -1).entries()) {
        owner = index === 0 ? this.vivifyRoot(scope, key, noArgs) : this.vivify(owner, key, noArgs);
        if (owner === pending) owner = yield* settle(this);
      }
      if (this.assign(owner, last, view) === pending) yield* settle(this);
    }
    return view;
  }

  perform(steps: Steps<unknown>): unknown {
    // Without stepwise code nothing is waited for: the first step is the last.
    return this.mode === 'stepwise' ? this.waitFor(steps) : steps.next().value;
  }

  *findUnit(name: string): Steps<Unit> {
    return (yield* this.settledUnit(name)) as Unit;
  }

  *runWith(unit: Unit, variables: Record<string, unknown>): Steps<string> {
    const scope = this.childScope(this.scope ?? Scope.over({}), variables);
    return this.mode === 'stepwise' ? yield* this.runStepwise(unit, scope, 0) : this.run(unit, scope, 0);
  }

  *callMethod(host: object, name: string, args: readonly unknown[]): Steps<{ readonly value: unknown } | undefined> {
    const handler = HostObject.handlerOf(host);
    let method = this.arrived(this.hostCall(() => handler?.get(name)));
    if (method === pending) method = yield* settle(this);
    if (typeof method !== 'function') return undefined;
    const value = this.invoke(method, args);
    return { value: value === pending ? yield* settle(this) : value };
  }

  // Scopes of loops without a variable

  openScope(scope: Scope): Scope {
    const inner = this.copied(scope);
    this.scope = inner;
    return inner;
  }

  closeScope(outer: Scope): void {
    this.scope = outer;
  }

  importItem(scope: Scope, item: unknown): void {
    this.importInto(scope, item);
  }

  // Macros and references

  macro(unit: Unit): object {
    const callee = this.ownFunction((args) => {
      const outer = this.scope ?? Scope.over({});
      const scope = this.macroScope(unit, outer, args);
      if (this.mode !== 'stepwise') return this.run(unit, scope, 0);
      return this.waitFor(this.runStepwise(unit, scope, 0));
    });
    return callee;
  }

  private ownFunction(call: (args: readonly unknown[]) => unknown): object {
    const callee = (...args: unknown[]): unknown => {
      const value = call(args);
      return value === pending ? undefined : value;
    };
    ownFunctions.set(callee, call);
    return callee;
  }

  private macroScope(unit: Unit, outer: Scope, args: readonly unknown[]): Scope {
    const scope = this.copied(outer);
    const parameters = unit.parameters ?? [];
    const last = args[args.length - 1];
    const extra = args.length > parameters.length && isNamedHash(last) ? last : undefined;
    parameters.forEach((name, index) => {
      const value = args[index];
      scope.own[name] = value === extra || value === undefined ? '' : value;
    });
    if (extra !== undefined) {
      for (const name of hashKeys(extra, this)) if (!isPrivateKey(name)) scope.own[name] = hashGet(extra, name) ?? '';
    }
    return scope;
  }

  reference(scope: Scope, steps: readonly PathStep[]): object {
    return this.ownFunction((later) => {
      const last = steps.length - 1;
      const extended = steps.map((step, index) =>
        index === last ? { key: step.key, args: [...step.args, ...later] } : step,
      );
      if (this.mode !== 'stepwise') return this.follow(scope, extended);
      return this.waitFor(this.followStepwise(scope, extended));
    });
  }

  private follow(scope: Scope, steps: readonly PathStep[]): unknown {
    let value: unknown;
    steps.forEach((step, index) => {
      value = index === 0 ? this.rootByKey(scope, step.key, step.args) : this.memberByKey(value, step.key, step.args);
    });
    return value;
  }

  private *followStepwise(scope: Scope, steps: readonly PathStep[]): Steps<unknown> {
    let value: unknown;
    for (const [index, step] of steps.entries()) {
      value = index === 0 ? this.rootByKey(scope, step.key, step.args) : this.memberByKey(value, step.key, step.args);
      if (value === pending) value = yield* settle(this);
    }
    return value;
  }

  protected callOwn(callee: object, args: readonly unknown[]): { readonly value: unknown } | undefined {
    const call = ownFunctions.get(callee);
    return call === undefined ? undefined : { value: call(args) };
  }

  protected specialVariable(scope: Scope, name: string): unknown {
    if (name === 'component') return scope.unit === undefined ? undefined : unitHash(scope.unit);
    if (name !== 'template') return undefined;
    let frame = this.frame;
    while (frame?.caller !== undefined) frame = frame.caller;
    return frame === undefined ? undefined : unitHash(frame.unit);
  }

  // Filters and plugins

  filter(name: unknown, input: string, args: readonly unknown[], alias: string | undefined): unknown {
    const key = text(name);
    if (input.length > 1024) this.charge(input.length >> 2);
    if (alias !== undefined) {
      this.filterAliases ??= new Map();
      this.filterAliases.set(alias, { name: key, args });
    }
    const aliased = args.length === 0 ? this.filterAliases?.get(key) : undefined;
    const filterName = aliased?.name ?? key;
    const filterArgs = aliased?.args ?? args;
    const custom = this.sources.filters.custom.get(filterName);
    if (custom !== undefined) return this.callHost(custom as (...args: unknown[]) => unknown, [input, ...filterArgs]);
    if (filterName === 'eval' || filterName === 'evaltt') return this.evaluate(input);
    const builtIn = this.sources.filters.builtIn.get(filterName);
    if (builtIn === undefined) throw new TemplateError('undef', `${filterName}: filter not found`);
    return this.bounded(builtIn(this, input, filterArgs));
  }

  private evaluate(source: string): unknown {
    if (source.length > evaluatedLengthMax) {
      const info = `eval: the text has ${source.length} characters, at most ${evaluatedLengthMax} are allowed`;
      throw new TemplateError('undef', info);
    }
    const unit = this.compiling(() => this.sources.compileText(source, this.tick()));
    const scope = this.scope ?? Scope.over({});
    if (this.mode !== 'stepwise') return this.run(unit, scope, 0);
    return this.waitFor(this.runStepwise(unit, scope, 0));
  }

  plugin(name: unknown, args: readonly unknown[]): unknown {
    const key = text(name);
    const make = this.sources.plugins.get(key);
    if (make === undefined) throw new TemplateError('plugin', `${key}: plugin not found`);
    return this.callHost(make, args);
  }

  // Errors and signals

  stopping(printed: string): StopSignal {
    this.kept = printed;
    return new StopSignal();
  }

  returning(printed: string): ReturnSignal {
    this.kept = printed;
    return new ReturnSignal();
  }

  tooManyRounds(): TemplateError {
    return new TemplateError('undef', `WHILE loop terminated (> ${this.whileRoundsMax} iterations)`);
  }

  /** The error of `THROW type positional named` (template-engine.md). */
  thrown(type: unknown, positional: readonly unknown[], named: Record<string, unknown>): TemplateError {
    const names = Object.keys(named);
    if (type instanceof ErrorValue) return type.error;
    if (positional.length === 0 && names.length === 0) return new TemplateError('undef', type);
    if (positional.length === 1 && names.length === 0) return new TemplateError(text(type), positional[0]);
    const info: Record<string, unknown> = { ...named, args: [...positional] };
    positional.forEach((value, index) => {
      info[String(index)] = value;
    });
    return new TemplateError(text(type), Object.assign(Object.create(null), info));
  }

  mark(scope: Scope): Mark {
    const { own } = scope;
    return {
      frame: this.frame,
      scope: this.scope,
      printedOutside: this.printedOutside,
      variables: own,
      loop: own.loop,
    };
  }

  /** Called at the end of a unit that something was thrown out of: ends a RETURN, else throws on. */
  leave(thrown: unknown, unit: Unit, line: number, printed: string): string {
    if (thrown instanceof RestartSignal || thrown instanceof AbortedSignal) throw thrown;
    const kept = printed + this.kept;
    if (thrown instanceof ReturnSignal && unit.kind !== 'macro') {
      this.kept = '';
      return kept;
    }
    this.kept = kept;
    throw this.located(thrown, unit, line);
  }

  private located(thrown: unknown, unit: Unit, line: number): unknown {
    const { name } = unit.home;
    if (thrown instanceof ArithmeticFault) {
      return new TemplateError('undef', `${thrown.reason} at ${name} line ${line}.`, { template: name, line });
    }
    if (thrown instanceof RangeError && /call stack|string length/.test(thrown.message)) {
      const limit = this.limitError(/call stack/.test(thrown.message) ? 'depth' : 'outputBytes');
      return Object.assign(limit, { template: name, line });
    }
    if ((thrown instanceof TemplateError || thrown instanceof TemplateLimitError) && thrown.line === 0) {
      thrown.template = name;
      thrown.line = line;
    }
    return thrown;
  }

  /** Called where TRY caught something: answers the error, or throws on what a template may not catch. */
  caught(thrown: unknown, unit: Unit, line: number, mark: Mark, printed: string): TemplateError {
    const located = this.located(thrown, unit, line);
    if (!(located instanceof TemplateError)) {
      this.kept = printed + this.kept;
      throw located;
    }
    this.frame = mark.frame;
    this.scope = mark.scope;
    this.printedOutside = mark.printedOutside;
    mark.variables.loop = mark.loop;
    return located;
  }

  takeKept(): string {
    const kept = this.kept;
    this.kept = '';
    return kept;
  }

  rethrown(error: TemplateError, printed: string): TemplateError {
    this.kept = printed;
    return error;
  }

  /** The handler with the longest type that the error's type is, or starts with; the untyped one otherwise. */
  handlerIndex(error: TemplateError, types: readonly (string | undefined)[]): number {
    for (let type = error.type; type !== ''; type = type.slice(0, Math.max(0, type.lastIndexOf('.')))) {
      const index = types.indexOf(type);
      if (index !== -1) return index;
    }
    return types.indexOf(undefined);
  }

  showError(scope: Scope, error: TemplateError): void {
    const value = new ErrorValue(error);
    scope.own.error = value;
    scope.own.e = value;
  }

  /** What a render that ended with STOP has printed. */
  keptOutput(): string {
    return this.kept;
  }
}

/** Waits for what the runtime has noted, and answers its value. */
export function* settle(runtime: Runtime): Steps<unknown> {
  return yield* runtime.takeAwaited();
}

/** The names of an INCLUDE; a variable may hold a list of them. */
function namesOf(names: readonly unknown[]): readonly unknown[] {
  const [list] = names;
  return Array.isArray(list) ? list : names;
}

function isNamedHash(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.getPrototypeOf(value) === null;
}

function unitHash(unit: ComponentInfo): Record<string, unknown> {
  const hash = Object.create(null) as Record<string, unknown>;
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

function trimmed(output: string): string {
  return output.trim();
}
