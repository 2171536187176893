import { TemplateError } from '../errors.ts';
import { Budget } from './budget.ts';
import { awaitHost, hostError } from './host-errors.ts';
import type { Limits } from './limits.ts';
import type { LoopContext } from './loop-state.ts';
import { ownCallOf } from './own-function.ts';
import { AbortedSignal, pending, RestartSignal } from './signals.ts';
import type { Steps } from './steps.ts';
import { isThenable } from './values.ts';

/** How a render runs: a trial that restarts when it meets the host, to the end without waiting, or step by step. */
export type RunMode = 'trial' | 'sync' | 'stepwise';

/** Calls functions, those of the host above all, and notes what has to be waited for. */
export class HostCalls extends Budget implements LoopContext {
  declare readonly mode: RunMode;
  /** True once something of the host was called. */
  declare touchedHost: boolean;
  /** True once anything was called, of the host or of templates: what was remembered before may have changed. */
  declare hasCalled: boolean;
  declare private awaited: Steps<unknown> | undefined;

  constructor(mode: RunMode, limits: Limits) {
    super(limits);
    this.mode = mode;
    this.touchedHost = false;
    this.hasCalled = false;
    this.awaited = undefined;
  }

  /** Everything that the host could notice comes through here: a trial run ends before it. */
  effect(): void {
    this.touchedHost = true;
    this.hasCalled = true;
    if (this.mode === 'trial') throw new RestartSignal();
    this.startClock();
  }

  hostCall<T>(run: () => T): T {
    this.effect();
    try {
      return run();
    } catch (error) {
      throw hostError(error);
    }
  }

  callHost(callee: (...args: unknown[]) => unknown, args: readonly unknown[]): unknown {
    const value = this.hostCall(() => callee(...args));
    this.checkTime();
    return this.arrived(value);
  }

  /** The value itself, or the sign that it has to be waited for. */
  arrived(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || !isThenable(value)) return value;
    this.effect();
    return this.waitFor(awaitHost(value));
  }

  waitFor(steps: Steps<unknown>): unknown {
    if (this.mode === 'sync') {
      const reason = 'a value has to be waited for: use render() instead of renderSync()';
      throw new AbortedSignal(new TemplateError('async', reason));
    }
    this.awaited = steps;
    return pending;
  }

  takeAwaited(): Steps<unknown> {
    const steps = this.awaited;
    if (steps === undefined) throw new Error('nothing is waited for');
    this.awaited = undefined;
    return steps;
  }

  /** Runs steps to their end, or notes that they have to be waited for. */
  perform(steps: Steps<unknown>): unknown {
    // Without stepwise code nothing is waited for: the first step is the last.
    return this.mode === 'stepwise' ? this.waitFor(steps) : steps.next().value;
  }

  /** Calls a macro, a reference or a function of the host. */
  invoke(callee: object, args: readonly unknown[]): unknown {
    this.hasCalled = true;
    const own = ownCallOf(callee);
    if (own !== undefined) return own(args);
    return this.callHost(callee as (...args: unknown[]) => unknown, args);
  }

  /** What reading a stored value gives: a function is called, a promise waited for. */
  protected value(value: unknown, args: readonly unknown[]): unknown {
    if (typeof value === 'function') return this.invoke(value, args);
    return typeof value === 'object' && value !== null ? this.arrived(value) : value;
  }
}

/** Waits for what the render has noted, and answers its value. */
export function* settle(render: HostCalls): Steps<unknown> {
  return yield* render.takeAwaited();
}
