import { loadModule } from './compiler/load-module.ts';
import { writeModule } from './compiler/module-writer.ts';
import type { ParsedTemplate } from './parser/ast.ts';
import { drive } from './runtime/driver.ts';
import type { RunMode } from './runtime/host-calls.ts';
import { type Limits, mergeLimits } from './runtime/limits.ts';
import { RenderTemplates } from './runtime/render-templates.ts';
import { Runtime, type RuntimeSources } from './runtime/runtime.ts';
import { Scope } from './runtime/scope.ts';
import { AbortedSignal, RestartSignal, ReturnSignal, StopSignal } from './runtime/signals.ts';
import { type StepwiseFunction, type SyncFunction, Unit, type UnitHome } from './runtime/unit.ts';

export interface RenderOptions {
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
}

/** What a template uses: names of variables, of templates, and of methods that it calls. */
export interface Inspection {
  readonly variables: string[];
  readonly templates: string[];
  readonly methods: string[];
}

/** A compiled template. */
export interface Template {
  /** Renders; rejects with a TemplateError or TemplateLimitError. */
  render(variables?: object, options?: RenderOptions): Promise<string>;
  /** Renders without waiting; throws where a promise or an asynchronous iterable is reached. */
  renderSync(variables?: object, options?: Pick<RenderOptions, 'limits'>): string;
  inspect(): Inspection;
}

/** After this many renders that met nothing of the host, a template tries the synchronous code again. */
const plainRendersBeforeTrial = 8;

/** The units of a template with their code; code for waiting is made when it is first needed. */
export class CompiledTemplate implements Template, UnitHome {
  readonly name: string;
  readonly units: readonly Unit[];
  readonly #parsed: ParsedTemplate;
  readonly #sources: RuntimeSources;
  readonly #limits: Limits;
  readonly #syncFunctions: readonly SyncFunction[];
  #stepwiseFunctions: readonly StepwiseFunction[] | undefined;
  /** Renders left in stepwise mode before a trial; 0 starts with a trial. */
  #stepwiseRenders = 0;

  constructor(parsed: ParsedTemplate, sources: RuntimeSources, limits: Limits, tick: () => void) {
    this.name = parsed.name;
    this.#parsed = parsed;
    this.#sources = sources;
    this.#limits = limits;
    this.units = parsed.units.map((unit, index) => new Unit(this, unit, index));
    this.#syncFunctions = this.#load<SyncFunction>('sync', tick);
  }

  get main(): Unit {
    const main = this.units[0];
    if (main === undefined) throw new Error('a template has at least one unit');
    return main;
  }

  block(name: string): Unit | undefined {
    const index = this.#parsed.blocks.get(name);
    return index === undefined ? undefined : this.units[index];
  }

  blockNames(): Iterable<string> {
    return this.#parsed.blocks.keys();
  }

  syncFunction(index: number): SyncFunction {
    const found = this.#syncFunctions[index];
    if (found === undefined) throw new Error(`no unit ${index}`);
    return found;
  }

  stepwiseFunction(index: number): StepwiseFunction {
    this.#stepwiseFunctions ??= this.#load<StepwiseFunction>('stepwise', noTick);
    const found = this.#stepwiseFunctions[index];
    if (found === undefined) throw new Error(`no unit ${index}`);
    return found;
  }

  #load<F>(mode: 'sync' | 'stepwise', tick: () => void): readonly F[] {
    const { simple } = this.#sources.filters;
    const text = writeModule(this.#parsed, mode, (name) => Object.hasOwn(simple, name), tick);
    return loadModule<F>(text, this.units, simple);
  }

  async render(variables: object = {}, options: RenderOptions = {}): Promise<string> {
    options.signal?.throwIfAborted();
    const limits = mergeLimits(this.#limits, options.limits);
    const templates = new RenderTemplates(this.#sources);
    if (this.#stepwiseRenders === 0) {
      const output = this.#trial(variables, limits, templates);
      if (output !== undefined) return output;
      this.#stepwiseRenders = plainRendersBeforeTrial;
    }
    return this.#renderStepwise(variables, limits, templates, options.signal);
  }

  /** Renders in one go; undefined if it met something of the host, before that was touched. */
  #trial(variables: object, limits: Limits, templates: RenderTemplates): string | undefined {
    try {
      return this.#renderNow('trial', variables, limits, templates);
    } catch (error) {
      if (error instanceof RestartSignal) return undefined;
      throw error;
    }
  }

  async #renderStepwise(
    variables: object,
    limits: Limits,
    templates: RenderTemplates,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const runtime = new Runtime('stepwise', limits, this.#sources, templates);
    try {
      return await drive(runtime.runStepwise(this.main, Scope.over(variables), 0), runtime, signal);
    } catch (error) {
      return outcome(error, runtime);
    } finally {
      this.#stepwiseRenders = runtime.touchedHost ? plainRendersBeforeTrial : this.#stepwiseRenders - 1;
    }
  }

  renderSync(variables: object = {}, options: Pick<RenderOptions, 'limits'> = {}): string {
    const limits = mergeLimits(this.#limits, options.limits);
    return this.#renderNow('sync', variables, limits, new RenderTemplates(this.#sources));
  }

  #renderNow(mode: RunMode, variables: object, limits: Limits, templates: RenderTemplates): string {
    const runtime = new Runtime(mode, limits, this.#sources, templates);
    try {
      return runtime.run(this.main, Scope.over(variables), 0);
    } catch (error) {
      return outcome(error, runtime);
    }
  }

  inspect(): Inspection {
    const { variables, templates, methods } = this.#parsed.usage;
    return { variables: sorted(variables), templates: sorted(templates), methods: sorted(methods) };
  }
}

/** For templates that are compiled outside of a render: there is no limit to look at. */
export function noTick(): void {}

function sorted(names: ReadonlySet<string>): string[] {
  return [...names].sort();
}

/** What a render ends with when something was thrown: the output up to STOP, or the error. */
function outcome(thrown: unknown, runtime: Runtime): string {
  if (thrown instanceof StopSignal || thrown instanceof ReturnSignal) return runtime.keptOutput();
  throw thrown instanceof AbortedSignal ? thrown.reason : thrown;
}
