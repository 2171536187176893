import type { ReplyOf } from '@countinghouse/bus';
import type { ArgumentsOfOperation, Caller, Operation } from '@countinghouse/contracts';
import { Fault } from '@countinghouse/contracts';
import type { Logger } from '@countinghouse/process';

/** What a handler knows beside its arguments. */
export interface Context {
  readonly caller: Caller;
  /** The cause of every effect of this request: the Idempotency-Key's, else the request id. Derive the keys of commands from it. */
  readonly key: string;
  /** Business time of the request, in whole seconds. */
  readonly now: Date;
  /** Real time, epoch milliseconds. */
  readonly deadlineAt: number;
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Calls another service for the same subject; `key` defaults to this request's key and the operation. */
  call<O extends Operation>(operation: O, args: ArgumentsOfOperation<O>, options?: OnwardOptions): Promise<ReplyOf<O>>;
}

export interface OnwardOptions {
  readonly key?: string;
  /** Acts for another user; only callers with administrators' rights may. */
  readonly actingUserId?: number;
}

export type Handler<O extends Operation> = (args: ArgumentsOfOperation<O>, context: Context) => Promise<ReplyOf<O>>;

/** One operation with what answers it. */
export interface Implementation {
  readonly operation: Operation;
  readonly handle: (args: unknown, context: Context) => Promise<unknown>;
}

export function implement<O extends Operation>(operation: O, handle: Handler<O>): Implementation {
  return { operation, handle: handle as Implementation['handle'] };
}

/** The user whose data are meant; 403 where nobody logged in. */
export function actingUser(context: Context): number {
  const { actingUserId } = context.caller;
  if (actingUserId === null) throw new Fault(403, 'Not authorized');
  return actingUserId;
}
