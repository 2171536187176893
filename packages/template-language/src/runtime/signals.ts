/** What a lookup answers in stepwise code when its value has to be waited for. */
export const pending: unique symbol = Symbol('pending');

/** STOP: unwinds the whole render. */
export class StopSignal {}

/** RETURN inside a macro: unwinds to the template or block that called it. */
export class ReturnSignal {}

/** A trial run met something of the host: the render starts again in stepwise code, before anything was done. */
export class RestartSignal {}

/** Ends a render with a reason that templates cannot catch. */
export class AbortedSignal {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}
