import { TemplateError } from '../errors.ts';
import type { Runtime } from './runtime.ts';
import { text } from './values.ts';

/** A text is compiled anew each time that it is rendered by a filter. */
const evaluatedLengthMax = 1_000_000;

/** `input | name(args)`, or `| alias = name(args)`; answers the text, or the sign that it has to be waited for. */
export function applyFilter(
  runtime: Runtime,
  name: unknown,
  input: string,
  args: readonly unknown[],
  alias: string | undefined,
): unknown {
  const key = text(name);
  if (input.length > 1024) runtime.charge(input.length >> 2);
  if (alias !== undefined) {
    runtime.filterAliases ??= new Map();
    runtime.filterAliases.set(alias, { name: key, args });
  }
  const aliased = args.length === 0 ? runtime.filterAliases?.get(key) : undefined;
  return aliased === undefined
    ? applyNamed(runtime, key, input, args)
    : applyNamed(runtime, aliased.name, input, aliased.args);
}

function applyNamed(runtime: Runtime, name: string, input: string, args: readonly unknown[]): unknown {
  const { custom, builtIn } = runtime.sources.filters;
  const hostFilter = custom.get(name);
  if (hostFilter !== undefined) {
    return runtime.callHost(hostFilter as (...args: unknown[]) => unknown, [input, ...args]);
  }
  if (name === 'eval' || name === 'evaltt') return evaluate(runtime, input);
  const filter = builtIn.get(name);
  if (filter === undefined) throw new TemplateError('undef', `${name}: filter not found`);
  return runtime.bounded(filter(runtime, input, args));
}

function evaluate(runtime: Runtime, source: string): unknown {
  if (source.length > evaluatedLengthMax) {
    const info = `eval: the text has ${source.length} characters, at most ${evaluatedLengthMax} are allowed`;
    throw new TemplateError('undef', info);
  }
  return runtime.printed(runtime.templates.compileText(source, runtime), runtime.currentScope);
}
