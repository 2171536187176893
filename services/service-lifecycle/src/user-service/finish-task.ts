import { Fault } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import { nameKey } from '../service-event/service-events.ts';
import type { TreeChanges } from './tree-changes.ts';
import type { UserServiceDocument } from './user-service-document.ts';

export interface EventDone {
  readonly userServiceId: number;
  /** The name of the event whose command succeeded. */
  readonly event: string;
  /** The key of its task; null where an administrator says that it succeeded. */
  readonly taskKey: string | null;
  /** Names this run of the task where no change queued it: each moves the service once. */
  readonly run?: string;
  /** The server that it ran on, kept where the service has none. */
  readonly serverId?: number;
}

/**
 * A command of an event succeeded: ends the PROGRESS that waits for it and wakes the parent (domain.md 3.4, 3.5). Repeating
 * changes nothing. Answers the service, or undefined where it is gone; Fault 408 where others change it for too long.
 */
export async function applyEventDone(
  runtime: Pick<Runtime, 'systemContext'>,
  changes: TreeChanges,
  done: EventDone,
): Promise<UserServiceDocument | undefined> {
  const { userServiceId: target, event, taskKey, run = null, serverId = null } = done;
  const context = runtime.systemContext(`event-done:${taskKey ?? target}:${event}`);
  const intent = { kind: 'event-done', target, event: nameKey(event), taskKey, serverId } as const;
  try {
    return await changes.run(intent, { context, key: run });
  } catch (error) {
    if (error instanceof Fault && error.status === 404) return undefined;
    throw error;
  }
}
