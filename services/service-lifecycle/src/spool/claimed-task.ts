import type { JsonObject, SpoolTaskRow } from '@countinghouse/contracts';
import { ATTEMPTS_MAX } from './retry-delay.ts';
import { type TaskDocument, type TaskEvent, taskCodec } from './task.ts';

/** A task that a worker has, as it was when the worker took it. */
export interface ClaimedTask {
  readonly id: number;
  readonly key: string;
  readonly userId: number;
  readonly row: SpoolTaskRow;
  readonly event: TaskEvent;
  readonly settings: JsonObject;
  /** Attempts that failed or were lost in a row before this one. */
  readonly attempts: number;
  readonly waits: number;
  /** Every write of the worker is guarded by it. */
  readonly token: number;
  /** An earlier worker of it is gone without a word. */
  readonly isTakenOver: boolean;
  /** What the transport answered in an earlier attempt that did not come to its end. */
  readonly transported: string | null;
  /** The server that a group chose for an earlier attempt whose worker is gone. */
  readonly chosenServer: number | null;
  /** Failures after which it is STUCK. */
  readonly attemptsMax: number;
}

export function claimedTask(
  document: TaskDocument,
  claim: Pick<ClaimedTask, 'token' | 'isTakenOver' | 'attempts'>,
): ClaimedTask {
  const row = taskCodec.decode(document, { hidden: true });
  return {
    ...claim,
    id: document._id,
    key: document.key,
    userId: document.user_id,
    row,
    event: row.event as TaskEvent,
    settings: (row.settings ?? {}) as JsonObject,
    waits: document.waits ?? 0,
    transported: document.transported ?? null,
    chosenServer: claim.isTakenOver ? (document.chosen_server ?? null) : null,
    attemptsMax: document.attempts_max ?? ATTEMPTS_MAX,
  };
}

/** The service that the task is about (domain.md 1.10); `settings.user_service_id` is what counts. */
export function userServiceOf({ settings, row }: Pick<ClaimedTask, 'settings' | 'row'>): number | null {
  const id = Number(settings.user_service_id ?? row.user_service_id);
  return Number.isInteger(id) && id > 0 ? id : null;
}

/** The task with the server that a group chose for it, instead of any that it named (domain.md 4.3, step 4). */
export function onServer(task: ClaimedTask, serverId: number): ClaimedTask {
  const settings = { ...task.settings, server_id: serverId };
  return { ...task, settings, row: { ...task.row, settings } };
}

/** Seconds after which the task runs again when it succeeded; 0 where it goes then. */
export function periodOf({ event }: Pick<ClaimedTask, 'event'>): number {
  const period = Number(event.period ?? 0);
  return Number.isFinite(period) && period > 0 ? period : 0;
}
