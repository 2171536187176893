import type { JsonObject, UserServiceStatus } from '@countinghouse/contracts';
import type { EventName } from './event-name.ts';
import type { MoneyStep } from './settled.ts';

/** What a change writes into one service beside its status. Absent members stay. */
export interface NodeFields {
  readonly withdraw_id?: number | null;
  readonly expire?: Date | null;
  readonly service_id?: number;
  readonly next?: number | null;
  readonly one_off?: boolean;
  readonly auto_bill?: number;
  readonly settings?: JsonObject | null;
}

export interface NodeEvent {
  readonly id: number;
  readonly event: EventName;
}

/** What a change comes to, as far as it is known. */
export interface Draft {
  /** What billing has to do before anything else is known; nothing else counts while there is any. */
  readonly steps: readonly MoneyStep[];
  readonly fields: ReadonlyMap<number, NodeFields>;
  /** Children before their parents. */
  readonly events: readonly NodeEvent[];
  /** Statuses that are written without events. */
  readonly statuses: ReadonlyMap<number, UserServiceStatus>;
  /** Events whose commands are done: the service takes their final status. */
  readonly finished: readonly NodeEvent[];
}

export const NO_CHANGE: Draft = {
  steps: [],
  fields: new Map(),
  events: [],
  statuses: new Map(),
  finished: [],
};

export function draft(parts: Partial<Draft>): Draft {
  return { ...NO_CHANGE, ...parts };
}
