import { z } from 'zod';
import { SERVICE_NAMES, type ServiceName } from '../caller.ts';
import * as field from '../field.ts';
import type { JsonObject } from '../json.ts';
import { type Operation, operation } from '../operation.ts';

/** An event as its owner keeps it for 30 days. */
export interface StoredEvent {
  readonly id: string;
  readonly owner: ServiceName;
  readonly sequence: number;
  readonly type: string;
  /** ISO instant. */
  readonly at: string;
  readonly data: JsonObject;
}

/** What one pass over everything due did (decisions.md 15). */
export interface RunCounts {
  readonly tasks: number;
  readonly jobs: number;
  readonly events: number;
}

export interface SystemOperations {
  /** The owner's events after a sequence, for consumers that ask what they missed. */
  readonly events: Operation<{ after: number; limit: number }, 'rows', StoredEvent>;
  /** Runs what is due in this service: outboxes, missed events, jobs, tasks. Tests only. */
  readonly run: Operation<Record<string, never>, 'rows', RunCounts>;
}

function systemOperations(owner: ServiceName): SystemOperations {
  return {
    events: operation<{ after: number; limit: number }, 'rows', StoredEvent>({
      id: 'system.events',
      owner,
      summary: 'Events after a sequence',
      access: 'internal',
      args: z.object({ after: field.integer({ min: 0 }).schema, limit: field.integer({ min: 1, max: 1000 }).schema }),
      result: 'rows',
    }),
    run: operation<Record<string, never>, 'rows', RunCounts>({
      id: 'system.run',
      owner,
      summary: 'Runs everything that is due',
      access: 'internal',
      args: z.object({}) as unknown as z.ZodType<Record<string, never>>,
      result: 'rows',
    }),
  };
}

/** Served by every service. */
export const systemOperationsOf: Readonly<Record<ServiceName, SystemOperations>> = Object.fromEntries(
  SERVICE_NAMES.map((name) => [name, systemOperations(name)]),
) as Record<ServiceName, SystemOperations>;

/** Gathered from every replica when the test clock moves. */
export const CLOCK_TOPIC = 'clock.set';
export interface ClockSet {
  /** Epoch milliseconds at which business time stands, null to let it run again. */
  readonly nowMs: number | null;
}

/** Asked by a process without a store of its own that starts: each service answers where its clock stands. */
export const CLOCK_READ_TOPIC = 'clock.read';
