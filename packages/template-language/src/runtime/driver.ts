import type { Runtime } from './runtime.ts';
import { AbortedSignal } from './signals.ts';

interface Waiting {
  readonly stop: Promise<never>;
  end(): void;
}

/** Rejects when the render is aborted or its time is over. */
function watch(runtime: Runtime, signal: AbortSignal | undefined): Waiting {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const stop = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(runtime.limitError('timeMs')),
      Math.min(Math.max(0, runtime.timeLeftMs()), 2 ** 31 - 1),
    );
    onAbort = () => reject(new AbortedSignal(signal?.reason));
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  stop.catch(() => undefined);
  return {
    stop,
    end() {
      clearTimeout(timer);
      if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** Runs stepwise code to its end; waits for each promise that it yields, and only then. */
export async function drive(
  steps: Generator<unknown, string, unknown>,
  runtime: Runtime,
  signal: AbortSignal | undefined,
): Promise<string> {
  let waiting: Waiting | undefined;
  try {
    let step = steps.next();
    while (step.done !== true) {
      if (signal?.aborted === true) throw new AbortedSignal(signal.reason);
      waiting ??= watch(runtime, signal);
      step = await resume(steps, step.value, waiting.stop);
    }
    return step.value;
  } finally {
    waiting?.end();
    await Promise.allSettled(runtime.closeStreams());
  }
}

async function resume(
  steps: Generator<unknown, string, unknown>,
  promise: unknown,
  stop: Promise<never>,
): Promise<IteratorResult<unknown, string>> {
  let value: unknown;
  try {
    value = await Promise.race([promise, stop]);
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next(value);
}
