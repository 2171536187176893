import { TemplateError } from '../errors.ts';
import type { OpenFilter } from './open-filter.ts';
import type { Runtime } from './runtime.ts';
import { text } from './values.ts';

/** A text is compiled anew each time that it is rendered by a filter. */
const evaluatedLengthMax = 1_000_000;

/** `name(args)`, or `alias = name(args)`: found before the text for it is made. */
export function openFilter(
  runtime: Runtime,
  name: unknown,
  args: readonly unknown[],
  alias: string | undefined,
): OpenFilter {
  const key = text(name);
  const aliased = args.length === 0 ? runtime.filterAliases?.get(key) : undefined;
  const filter = aliased ?? found(runtime, key, args);
  if (alias !== undefined) {
    runtime.filterAliases ??= new Map();
    runtime.filterAliases.set(alias, filter);
  }
  return filter;
}

function found(runtime: Runtime, name: string, args: readonly unknown[]): OpenFilter {
  const { filters } = runtime.sources;
  const custom = filters.custom.get(name);
  const builtIn = custom === undefined ? filters.builtIn.get(name) : undefined;
  const isKnown = custom !== undefined || builtIn !== undefined || name === 'eval' || name === 'evaltt';
  if (!isKnown) throw new TemplateError('undef', `${name}: filter not found`);
  return { custom, builtIn, args };
}

/** Answers the filtered text, or the sign that it has to be waited for. */
export function applyFilter(runtime: Runtime, { custom, builtIn, args }: OpenFilter, input: string): unknown {
  if (input.length > 1024) runtime.charge(input.length >> 2);
  if (builtIn !== undefined) return runtime.bounded(builtIn(runtime, input, args));
  if (custom === undefined) return evaluate(runtime, input);
  return runtime.callHost(custom as (...args: unknown[]) => unknown, [input, ...args]);
}

function evaluate(runtime: Runtime, source: string): unknown {
  if (source.length > evaluatedLengthMax) {
    const info = `eval: the text has ${source.length} characters, at most ${evaluatedLengthMax} are allowed`;
    throw new TemplateError('undef', info);
  }
  return runtime.printed(runtime.templates.compileText(source, runtime), runtime.currentScope);
}
