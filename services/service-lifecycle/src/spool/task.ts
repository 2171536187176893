import { type JsonObject, type SpoolTaskRow, spoolTask } from '@countinghouse/contracts';
import { isDuplicateKey, rowCodec, type Store } from '@countinghouse/store';
import type { Document } from 'mongodb';

export const SPOOL = 'spool';

/** A task as it is stored: the fields of the resource by `rowCodec(spoolTask)`, and what the queue needs beside them. */
export interface TaskDocument extends Document {
  readonly _id: number;
  /** Unique: the cause of the task, so that a change carried out twice queues it once. */
  readonly key: string;
  readonly user_id: number;
  readonly user_service_id: number | null;
  readonly prio: number;
  readonly status: SpoolTaskRow['status'];
  readonly created: Date;
  readonly executed: Date | null;
  readonly delayed: number;
}

/** What a task does: a row of the service events (name in upper case), or a method of the system itself. */
export type TaskEvent = JsonObject & {
  readonly id?: number;
  readonly kind: string;
  readonly title: string;
  readonly name: string;
  readonly method?: string;
  readonly server_gid?: number;
  readonly settings?: JsonObject;
};

export interface NewTask {
  readonly key: string;
  readonly user_id: number;
  /** Also found as `settings.user_service_id`. */
  readonly user_service_id: number | null;
  readonly event: TaskEvent;
  readonly settings: JsonObject;
  /** 100 by default; smaller runs first. */
  readonly prio?: number;
}

export const taskCodec = rowCodec(spoolTask);

/** Queues what is not queued yet under its key; order of ids = order of the list. Repeating changes nothing. */
export async function enqueue(store: Store, tasks: readonly NewTask[], now: Date): Promise<void> {
  if (tasks.length === 0) return;
  const ids = await store.nextIds(SPOOL, tasks.length);
  const writes = tasks.map((task, index) => ({
    updateOne: {
      filter: { key: task.key },
      update: { $setOnInsert: { ...documentOf(task, now), _id: ids[index] as number } },
      upsert: true,
    },
  }));
  try {
    await store.collection<TaskDocument>(SPOOL).bulkWrite(writes, { ordered: false });
  } catch (error) {
    // Somebody queued the same at the same moment: two upserts of one key can both miss it.
    if (!isDuplicateKey(error)) throw error;
  }
}

function documentOf({ user_id, user_service_id, event, settings, prio = 100 }: NewTask, now: Date): Document {
  return { ...taskCodec.encodeNew({ user_id, user_service_id, event, settings, prio }), created: now };
}

export const TASK_INDEXES = {
  collection: SPOOL,
  indexes: [
    { key: { key: 1 }, unique: true },
    { key: { 'settings.user_service_id': 1, _id: 1 } },
    { key: { user_id: 1, _id: 1 } },
  ],
} as const;
