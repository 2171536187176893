import { TemplateError, TemplateLimitError } from '../errors.ts';
import { AbortedSignal, RestartSignal, ReturnSignal, StopSignal } from './signals.ts';
import { text } from './values.ts';

/** An error of the host keeps its message; the engine's own errors and signals stay what they are. */
export function hostError(error: unknown): unknown {
  if (error instanceof TemplateError || error instanceof TemplateLimitError) return error;
  if (error instanceof RestartSignal || error instanceof AbortedSignal) return error;
  if (error instanceof StopSignal || error instanceof ReturnSignal) return error;
  const message = error instanceof Error ? error.message : text(error);
  return new TemplateError('undef', message, { cause: error });
}

/** Yields a promise of the host to whoever drives the render, and answers its value. */
export function* awaitHost(promise: unknown): Generator<unknown, unknown, unknown> {
  try {
    return yield promise;
  } catch (error) {
    throw hostError(error);
  }
}
