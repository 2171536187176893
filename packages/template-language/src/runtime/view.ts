import { TemplateError } from '../errors.ts';
import { HostObject } from '../host-object.ts';
import { type Kind, kindOf } from './kind.ts';
import type { Steps } from './steps.ts';
import type { Unit } from './unit.ts';
import { text, truth } from './values.ts';
import { isViewOption, tableOf, ViewOptions } from './view-options.ts';

/** What a view needs of the render. */
export interface ViewContext {
  /** The template or block that INCLUDE would find; throws a TemplateError. */
  findUnit(name: string): Steps<Unit>;
  /** Runs a unit on a copy of the variables of the caller, with others above them. */
  runWith(unit: Unit, variables: Record<string, unknown>): Steps<string>;
  /** Calls a method of a host object; undefined where it has none of that name. */
  callMethod(host: object, name: string, args: readonly unknown[]): Steps<{ readonly value: unknown } | undefined>;
  /** Runs steps to their end, or notes that they have to be waited for. */
  perform(steps: Steps<unknown>): unknown;
  bounded(text: string): string;
  charge(units: number): void;
}

/** Names of types where a host object does not tell its own. */
const typeNames: Readonly<Record<Exclude<Kind, 'text'>, string>> = {
  list: 'ARRAY',
  hash: 'HASH',
  function: 'CODE',
  host: 'object',
  loop: 'Template::Iterator',
  error: 'Template::Exception',
};

/** What a member that was read with arguments does. */
type Member = (view: View, args: readonly unknown[]) => unknown;

/**
 * The value that VIEW makes: prints items with the block or template for their type. Blocks of the view come first,
 * then templates by prefix, name and suffix, then those of its base, then `notfound`.
 */
export class View {
  // Private, since own values of an object are what a template can read.
  readonly #context: ViewContext;
  readonly #blocks: ReadonlyMap<string, Unit>;
  readonly #options: ViewOptions;
  #isSealed = false;

  private constructor(context: ViewContext, blocks: ReadonlyMap<string, Unit>, options: ViewOptions) {
    this.#context = context;
    this.#blocks = blocks;
    this.#options = options;
    Object.freeze(this);
  }

  /** A view that is not sealed yet. */
  static open(context: ViewContext, blocks: ReadonlyMap<string, Unit>, given: Readonly<Record<string, unknown>>): View {
    const { base } = given;
    const options = ViewOptions.defaults();
    if (base instanceof View) Object.assign(options.data, base.#options.data);
    else if (base !== undefined) throw invalidBase();
    return new View(context, blocks, options.with(given, context));
  }

  static readonly #members: ReadonlyMap<string, Member> = new Map<string, Member>([
    ['print', (view, args) => view.#context.perform(view.#print(args))],
    ['view', (view, args) => view.#context.perform(view.#view(args))],
    ['include', (view, args) => view.#context.perform(view.#include(args))],
    ['clone', (view, [config]) => view.#clone(config)],
    ['template_name', (view, [name]) => (name === undefined ? '' : view.#templateName(text(name)))],
    ['seal', (view) => view.seal()],
    ['unseal', (view) => view.#unseal()],
  ]);

  /** The value of `view.name(args)`: a method, an option, an item of its data, or what a block prints. */
  member(name: string, args: readonly unknown[]): unknown {
    const member = View.#members.get(name);
    if (member !== undefined) return member(this, args);
    if (isViewOption(name)) return this.#option(name, args);
    if (name === 'data' && args.length === 0) return this.#options.data;
    const isItem = Object.hasOwn(this.#options.data, name) || (args.length > 0 && !this.#isSealed);
    return isItem ? this.#item(name, args) : this.#block(name, args);
  }

  /** From now on members cannot be set, unless the option `sealed` is off; answers that option. */
  seal(): unknown {
    this.#isSealed = truth(this.#options.get('sealed'));
    return this.#options.get('sealed');
  }

  #unseal(): number {
    this.#isSealed = false;
    return 0;
  }

  #clone(config: unknown): View {
    const given = isConfig(config) ? tableOf(config, this.#context) : {};
    const copy = new View(this.#context, this.#blocks, this.#options.with(given, this.#context));
    copy.#isSealed = this.#isSealed;
    return copy;
  }

  #option(name: string, [value]: readonly unknown[]): unknown {
    if (value === undefined) return this.#options.get(name);
    if (this.#isSealed) throw new TemplateError('view', `cannot update config item in sealed view: ${name}`);
    if (name === 'base' && !(value instanceof View && !value.#isBasedOn(this))) throw invalidBase();
    this.#options.set(name, value);
    return value;
  }

  #isBasedOn(other: View): boolean {
    if (this === other) return true;
    const base = this.#options.get('base');
    return base instanceof View && base.#isBasedOn(other);
  }

  #item(name: string, [value]: readonly unknown[]): unknown {
    const { data } = this.#options;
    if (value === undefined) return data[name];
    if (!this.#isSealed) data[name] = value;
    else if (!truth(this.#options.get('silent'))) {
      throw new TemplateError('view', `cannot update item in sealed view: ${name}`);
    }
    return data[name];
  }

  /** `view.view_name(item)`, `view.include_name(variables)` and `view.name(variables)` */
  #block(name: string, args: readonly unknown[]): unknown {
    const option = (key: string) => this.#options.get(key);
    const viewPrefix = text(option('view_prefix'));
    const includePrefix = text(option('include_prefix'));
    let steps: Steps<string>;
    if (name.startsWith(viewPrefix)) steps = this.#view([name.slice(viewPrefix.length), ...args]);
    else if (name.startsWith(includePrefix)) steps = this.#include([name.slice(includePrefix.length), ...args]);
    else if (truth(option('include_naked'))) steps = this.#include([name, ...args]);
    else if (truth(option('view_naked'))) steps = this.#view([name, ...args]);
    else throw new TemplateError('view', `no such view member: ${name}`);
    return this.#context.perform(steps);
  }

  /** `print(item, item, ..., options)` */
  *#print(args: readonly unknown[]): Steps<string> {
    const last = args[args.length - 1];
    const hasOptions = args.length > 1 && isConfig(last);
    const view = hasOptions ? this.#clone(last) : this;
    let output = '';
    for (const item of hasOptions ? args.slice(0, -1) : args) {
      output = this.#context.bounded(output + (yield* view.#printItem(item)));
    }
    return output;
  }

  *#printItem(item: unknown): Steps<string> {
    const { map } = this.#options;
    const kind = item instanceof View ? 'view' : kindOf(item);
    if (kind === 'text') return yield* this.#printWith(map.TEXT, item);
    const type = typeOf(item, kind);
    if (map[type] !== undefined) return yield* this.#printWith(map[type], item);
    const method = text(this.#options.get('method'));
    if (kind === 'host' && method !== '') {
      const called = yield* this.#context.callMethod(item as object, method, [this]);
      if (called !== undefined) return text(called.value);
    }
    return yield* this.#printWith(truth(map.default) ? map.default : type.replace(/\W+/g, '_'), item);
  }

  /** Prints nothing where the map has no template for the type. */
  *#printWith(template: unknown, item: unknown): Steps<string> {
    return text(template) === '' ? '' : yield* this.#view([template, item]);
  }

  /** `view(template, item, variables)` */
  *#view([template, item, variables]: readonly unknown[]): Steps<string> {
    const given = this.#variables(variables);
    if (item !== undefined) given[text(this.#options.get('item'))] = item;
    return yield* this.#run(template, given);
  }

  /** `include(template, variables)` */
  *#include([template, variables]: readonly unknown[]): Steps<string> {
    return yield* this.#run(template, this.#variables(variables));
  }

  #variables(given: unknown): Record<string, unknown> {
    const own = { view: this };
    return isConfig(given) ? Object.assign(own, tableOf(given, this.#context)) : own;
  }

  *#run(template: unknown, variables: Record<string, unknown>): Steps<string> {
    const name = text(template);
    if (name === '') throw new TemplateError('view', 'no view template specified');
    return yield* this.#context.runWith(yield* this.#unit(name), variables);
  }

  #templateName(name: string): string {
    return text(this.#options.get('prefix')) + name + text(this.#options.get('suffix'));
  }

  *#unit(name: string): Steps<Unit> {
    try {
      return yield* this.#ownUnit(name);
    } catch (error) {
      return yield* this.#otherUnit(name, viewError(error));
    }
  }

  *#ownUnit(name: string): Steps<Unit> {
    return this.#blocks.get(name) ?? (yield* this.#context.findUnit(this.#templateName(name)));
  }

  *#otherUnit(name: string, notFound: TemplateError): Steps<Unit> {
    const base = this.#options.get('base');
    const fallback = text(this.#options.get('notfound'));
    let error = notFound;
    if (base instanceof View) {
      try {
        return yield* base.#unit(name);
      } catch (thrown) {
        error = viewError(thrown);
      }
    }
    if (fallback === '') throw error;
    try {
      return yield* this.#ownUnit(fallback);
    } catch (thrown) {
      viewError(thrown);
      throw error;
    }
  }
}

/** The error of a view whose template cannot be had; throws on what no view may handle. */
function viewError(thrown: unknown): TemplateError {
  if (!(thrown instanceof TemplateError)) throw thrown;
  return new TemplateError('view', `${thrown.type} error - ${text(thrown.info)}`, { cause: thrown });
}

function invalidBase(): TemplateError {
  return new TemplateError('view', 'Invalid base specified for view');
}

function isConfig(value: unknown): value is object {
  return !(value instanceof View) && kindOf(value) === 'hash';
}

function typeOf(item: unknown, kind: Exclude<Kind, 'text'> | 'view'): string {
  if (kind === 'view') return 'Template::View';
  const told = kind === 'host' ? HostObject.handlerOf(item as object)?.type : undefined;
  return told ?? typeNames[kind];
}
