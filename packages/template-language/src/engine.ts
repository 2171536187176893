import { filterTable } from './filters/tables.ts';
import type { LexerOptions } from './lexer/tag-scanner.ts';
import type { Method } from './methods/method.ts';
import { methodTables } from './methods/tables.ts';
import { parse } from './parser/parser.ts';
import { datePlugin } from './plugins/date.ts';
import { defaultLimits, type Limits, mergeLimits } from './runtime/limits.ts';
import type { RuntimeSources } from './runtime/runtime.ts';
import type { Unit } from './runtime/unit.ts';
import { CompiledTemplate, noTick, type RenderOptions, type Template } from './template.ts';

type ChompSetting = 0 | 1 | 2 | 3;
type HostMethod = (self: unknown, ...args: unknown[]) => unknown;

/** Every option is optional; unknown ones are ignored. */
export interface EngineOptions {
  readonly startTag?: string;
  readonly endTag?: string;
  /** Starts a tag at the beginning of a line that ends with the line. */
  readonly outlineTag?: string;
  /** Keywords in any case; default true. */
  readonly anyCase?: boolean;
  /** Replaces `$name` and `${expr}` in text; default false. */
  readonly interpolate?: boolean;
  /** Cuts white space at both ends of the output of every template, block, include and wrapper; default false. */
  readonly trim?: boolean;
  /** White space before tags: 0 stays, 1 one line (default), 2 collapses, 3 goes. */
  readonly preChomp?: ChompSetting;
  /** White space after tags; default 0. */
  readonly postChomp?: ChompSetting;
  /** Text of a template by its name as written; undefined where there is none. */
  load?(name: string): string | undefined | Promise<string | undefined>;
  /** Texts of templates by name, found before `load` is asked. */
  readonly blocks?: Readonly<Record<string, string>>;
  /** Variables of every render, below those that the render gets. */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly filters?: Readonly<Record<string, (text: string, ...args: unknown[]) => unknown>>;
  readonly listMethods?: Readonly<Record<string, HostMethod>>;
  readonly textMethods?: Readonly<Record<string, HostMethod>>;
  readonly hashMethods?: Readonly<Record<string, HostMethod>>;
  /** Plugins for USE; `date` is built in. */
  readonly plugins?: Readonly<Record<string, (...args: unknown[]) => unknown>>;
  /** Paths after which one name may hold dashes, e.g. `request.headers`. */
  readonly dashedMembersOf?: readonly string[];
  readonly limits?: Partial<Limits>;
}

const loadedTemplatesMax = 1_000;

interface LoadedTemplate {
  readonly source: string;
  readonly template: CompiledTemplate;
}

/**
 * Compiles and renders templates.
 *
 * @example
 * const engine = new Engine();
 * await engine.render('Hello {{ name | html }}', { name: 'World' }); // 'Hello World'
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #lexerOptions: Omit<LexerOptions, 'tick'>;
  readonly #sources: RuntimeSources;
  readonly #limits: Limits;
  readonly #blocks = new Map<string, Unit>();
  readonly #loaded = new Map<string, LoadedTemplate>();

  constructor(options: EngineOptions = {}) {
    this.#options = options;
    this.#limits = mergeLimits(defaultLimits, options.limits);
    this.#lexerOptions = lexerOptions(options);
    this.#sources = this.#makeSources();
  }

  /** Compiles a template; throws a TemplateSyntaxError. `name` defaults to `input text`. */
  compile(source: string, options: { readonly name?: string } = {}): Template {
    return this.#compile(source, options.name ?? 'input text', noTick);
  }

  /** Compiles and renders a template. */
  async render(source: string, variables: object = {}, options: RenderOptions = {}): Promise<string> {
    return this.compile(source).render(variables, options);
  }

  #compile(source: string, name: string, tick: () => void): CompiledTemplate {
    if (typeof source !== 'string') throw new TypeError(`source must be a string, not ${typeof source}`);
    const { text, list, hash } = this.#sources.methods;
    const isMethod = (method: string) => text.has(method) || list.has(method) || hash.has(method);
    const parsed = parse(name, source, { ...this.#lexerOptions, tick }, isMethod, this.#options.dashedMembersOf ?? []);
    return new CompiledTemplate(parsed, this.#sources, this.#limits, tick);
  }

  #makeSources(): RuntimeSources {
    const { options } = { options: this.#options };
    return {
      methods: methodTables({
        text: hostMethods<string>(options.textMethods),
        list: hostMethods<unknown[]>(options.listMethods),
        hash: hostMethods<object>(options.hashMethods),
      }),
      engineVariables: options.variables ?? {},
      filters: filterTable(options.filters ?? {}),
      plugins: new Map([['date', datePlugin], ['Date', datePlugin], ...Object.entries(options.plugins ?? {})]),
      trim: options.trim ?? false,
      engineBlock: (name, tick) => this.#engineBlock(name, tick),
      load: (name) => this.#options.load?.(name),
      compileLoaded: (name, source, tick) => this.#compileLoaded(name, source, tick),
      compileText: (source, tick) => this.#compile(source, 'input text', tick).main,
    };
  }

  #engineBlock(name: string, tick: () => void): Unit | undefined {
    const known = this.#blocks.get(name);
    if (known !== undefined) return known;
    const blocks = this.#options.blocks ?? {};
    const source = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (source === undefined) return undefined;
    const unit = this.#compile(source, name, tick).main;
    this.#blocks.set(name, unit);
    return unit;
  }

  /** A loaded template is compiled again only when its text has changed. */
  #compileLoaded(name: string, source: string, tick: () => void): Unit {
    const known = this.#loaded.get(name);
    if (known?.source === source) return known.template.main;
    const template = this.#compile(source, name, tick);
    this.#loaded.delete(name);
    if (this.#loaded.size >= loadedTemplatesMax) this.#loaded.delete(this.#loaded.keys().next().value ?? '');
    this.#loaded.set(name, { source, template });
    return template.main;
  }
}

function lexerOptions(options: EngineOptions): Omit<LexerOptions, 'tick'> {
  const style = { start: [options.startTag ?? '{{'], end: [options.endTag ?? '}}'] };
  return {
    style: options.outlineTag === undefined ? style : { ...style, outline: options.outlineTag },
    anyCase: options.anyCase ?? true,
    interpolate: options.interpolate ?? false,
    preChomp: options.preChomp ?? 1,
    postChomp: options.postChomp ?? 0,
  };
}

function* hostMethods<Self>(
  methods: Readonly<Record<string, HostMethod>> | undefined,
): Generator<readonly [string, Method<Self>]> {
  for (const [name, method] of Object.entries(methods ?? {})) {
    const callee = method as (...args: unknown[]) => unknown;
    yield [name, (context, self, args) => context.callHost(callee, [self, ...args])];
  }
}
