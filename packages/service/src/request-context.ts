import type { Bus, IncomingRequest } from '@countinghouse/bus';
import { type Caller, hasAdminRights, type ServiceName, systemCaller } from '@countinghouse/contracts';
import type { Clock, Logger } from '@countinghouse/process';
import type { Context, OnwardOptions } from './implementation.ts';

export interface ContextSource {
  readonly name: ServiceName;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How long work that no request asked for may wait for another service. */
const SYSTEM_DEADLINE_MS = 60_000;

/** The context of one request; `key` replaces the request's where a client key was given. */
export function requestContext(source: ContextSource, request: IncomingRequest, key: string = request.key): Context {
  return {
    caller: request.caller,
    key,
    now: source.clock.now(),
    deadlineAt: request.deadlineAt,
    signal: request.signal,
    log: source.log,
    call: (operation, args, options = {}) =>
      source.bus.call(operation, args, {
        caller: onwardCaller(request.caller, options),
        key: options.key ?? `${key}/${operation.id}`,
        deadlineAt: request.deadlineAt,
        traceparent: request.traceparent,
      }),
  };
}

/** The context of a job or a sweeper; every call has a deadline of its own. */
export function systemContext(source: ContextSource, key: string, actingUserId?: number): Context {
  const caller = systemCaller(source.name, actingUserId ?? null);
  return {
    caller,
    key,
    now: source.clock.now(),
    deadlineAt: Date.now() + SYSTEM_DEADLINE_MS,
    signal: new AbortController().signal,
    log: source.log,
    call: (operation, args, options = {}) =>
      source.bus.call(operation, args, {
        caller: onwardCaller(caller, options),
        key: options.key ?? `${key}/${operation.id}`,
        deadlineAt: Date.now() + SYSTEM_DEADLINE_MS,
      }),
  };
}

/** The same subject; only callers with administrators' rights act for somebody else. */
function onwardCaller(caller: Caller, options: OnwardOptions): Caller {
  if (options.actingUserId === undefined || options.actingUserId === caller.actingUserId) return caller;
  if (!hasAdminRights(caller)) throw new Error(`${caller.subject} may not act for user ${options.actingUserId}`);
  return { ...caller, actingUserId: options.actingUserId };
}
