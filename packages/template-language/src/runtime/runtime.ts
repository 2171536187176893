import { TemplateError } from '../errors.ts';
import type { FilterTable } from '../filters/tables.ts';
import { ErrorValue } from './error-value.ts';
import type { RunMode } from './host-calls.ts';
import type { Limits } from './limits.ts';
import { locatedError } from './located-error.ts';
import { loopOver } from './loop-over.ts';
import { type Loop, StreamLoop } from './loop-state.ts';
import type { OpenFilter } from './open-filter.ts';
import { OpenStreams } from './open-streams.ts';
import type { RenderTemplates, TemplateSources } from './render-templates.ts';
import type { Scope, Variables } from './scope.ts';
import { AbortedSignal, RestartSignal, ReturnSignal, StopSignal } from './signals.ts';
import type { Frame, Unit } from './unit.ts';
import { UnitRunner, type UnitSources } from './unit-runner.ts';
import { same, text } from './values.ts';

/** Where templates, filters, methods and plugins come from. */
export interface RuntimeSources extends UnitSources, TemplateSources {
  readonly filters: FilterTable;
  readonly plugins: ReadonlyMap<string, (...args: unknown[]) => unknown>;
}

/** The state to go back to when an error is caught, or a block was left. */
interface Mark {
  readonly frame: Frame | undefined;
  readonly scope: Scope | undefined;
  readonly printedOutside: number;
  readonly variables: Variables;
  readonly loop: unknown;
}

/** One render, as generated code sees it. */
export class Runtime extends UnitRunner {
  declare readonly sources: RuntimeSources;
  declare filterAliases: Map<string, OpenFilter> | undefined;
  declare private streams: OpenStreams | undefined;
  /** What was printed by units that an error or signal is leaving. */
  declare private kept: string;

  constructor(mode: RunMode, limits: Limits, sources: RuntimeSources, templates: RenderTemplates) {
    super(mode, limits, sources, templates);
    this.filterAliases = undefined;
    this.streams = undefined;
    this.kept = '';
  }

  /** `a == b`; comparing long texts takes time. */
  same(a: unknown, b: unknown): boolean {
    if (typeof a !== 'string' || typeof b !== 'string') return same(a, b);
    if (a.length > 1024 && a.length === b.length) this.charge(a.length >> 4);
    return a === b;
  }

  /** True where a CASE applies: the value is the same as the term, or as one of the items of a list. */
  matchesCase(value: unknown, term: unknown): boolean {
    return Array.isArray(term) ? term.some((item) => this.same(item, value)) : this.same(term, value);
  }

  plugin(name: unknown, args: readonly unknown[]): unknown {
    const key = text(name);
    const make = this.sources.plugins.get(key);
    if (make === undefined) throw new TemplateError('plugin', `${key}: plugin not found`);
    return this.callHost(make, args);
  }

  // Loops

  /** What FOREACH walks for a value; undefined where there is nothing to walk. */
  loop(value: unknown): Loop | undefined {
    return loopOver(value, this);
  }

  openStream(source: object, size?: number): StreamLoop | undefined {
    this.streams ??= new OpenStreams(this);
    return this.streams.open(source, size);
  }

  /** Called where a loop was left, so that its source can clean up. */
  closeLoop(loop: Loop): unknown {
    return loop instanceof StreamLoop ? this.arrived(this.streams?.close(loop)) : undefined;
  }

  /** Closes what an error left open; answers what has to be waited for. */
  closeStreams(): unknown[] {
    return this.streams?.closeAll() ?? [];
  }

  /** Variables of a loop without a name: each item brings its own. */
  openScope(scope: Scope): Scope {
    const inner = this.copied(scope);
    this.scope = inner;
    return inner;
  }

  closeScope(outer: Scope): void {
    this.scope = outer;
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
    throw locatedError(thrown, unit, line, this);
  }

  /** Called where TRY caught something: answers the error, or throws on what a template may not catch. */
  caught(thrown: unknown, unit: Unit, line: number, mark: Mark, printed: string): TemplateError {
    const located = locatedError(thrown, unit, line, this);
    if (!(located instanceof TemplateError)) {
      this.kept = printed + this.kept;
      throw located;
    }
    this.goBack(mark);
    return located;
  }

  /** Called where something was thrown out of a block without a name: ends a RETURN and answers its output, else throws on. */
  leaveBlock(thrown: unknown, mark: Mark, printed: string): string {
    if (thrown instanceof ReturnSignal) {
      this.goBack(mark);
      return this.takeKept();
    }
    this.kept = printed + this.kept;
    throw thrown;
  }

  private goBack(mark: Mark): void {
    this.frame = mark.frame;
    this.scope = mark.scope;
    this.printedOutside = mark.printedOutside;
    mark.variables.loop = mark.loop;
  }

  takeKept(): string {
    const kept = this.kept;
    this.kept = '';
    return kept;
  }

  /** The error, with what was printed before it where nobody else keeps that. */
  thrown(error: TemplateError, printed: string): TemplateError {
    this.kept = printed;
    return error;
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
