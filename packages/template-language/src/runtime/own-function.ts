import { pending } from './signals.ts';

/** Answers a value, or the sign that it has to be waited for. */
type OwnCall = (args: readonly unknown[]) => unknown;

/** What macros and references of templates do when they are called. */
const ownCalls = new WeakMap<object, OwnCall>();

/** The value of a macro or reference: a function, which the host may call as well. */
export function ownFunction(call: OwnCall): object {
  const callee = (...args: unknown[]): unknown => {
    const value = call(args);
    return value === pending ? undefined : value;
  };
  ownCalls.set(callee, call);
  return callee;
}

/** What a macro or reference does when a template calls it; undefined for every other function. */
export function ownCallOf(callee: object): OwnCall | undefined {
  return ownCalls.get(callee);
}
