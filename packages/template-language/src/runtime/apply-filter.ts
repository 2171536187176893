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
  const filter = aliased ?? { name: key, args };
  const { custom, builtIn } = runtime.sources.filters;
  const exists = custom.has(filter.name) || builtIn.has(filter.name) || isEvaluating(filter.name);
  if (!exists) throw new TemplateError('undef', `${filter.name}: filter not found`);
  if (alias !== undefined) {
    runtime.filterAliases ??= new Map();
    runtime.filterAliases.set(alias, filter);
  }
  return filter;
}

/** Answers the filtered text, or the sign that it has to be waited for. */
export function applyFilter(runtime: Runtime, { name, args }: OpenFilter, input: string): unknown {
  if (input.length > 1024) runtime.charge(input.length >> 2);
  const { custom, builtIn } = runtime.sources.filters;
  const hostFilter = custom.get(name);
  if (hostFilter !== undefined) {
    return runtime.callHost(hostFilter as (...args: unknown[]) => unknown, [input, ...args]);
  }
  if (isEvaluating(name)) return evaluate(runtime, input);
  const filter = builtIn.get(name);
  if (filter === undefined) throw new Error('a filter is looked for before it is applied');
  return runtime.bounded(filter(runtime, input, args));
}

function isEvaluating(name: string): boolean {
  return name === 'eval' || name === 'evaltt';
}

function evaluate(runtime: Runtime, source: string): unknown {
  if (source.length > evaluatedLengthMax) {
    const info = `eval: the text has ${source.length} characters, at most ${evaluatedLengthMax} are allowed`;
    throw new TemplateError('undef', info);
  }
  return runtime.printed(runtime.templates.compileText(source, runtime), runtime.currentScope);
}
