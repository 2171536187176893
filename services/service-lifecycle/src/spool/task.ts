import { type JsonObject, type SpoolTaskRow, spoolTask } from '@countinghouse/contracts';
import { isDuplicateKey, rowCodec, type Store } from '@countinghouse/store';
import type { Document } from 'mongodb';
import { finishedKeys, finishedTask } from './finished-tasks.ts';

export const SPOOL = 'spool';
export const PRIO_DEFAULT = 100;

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
  /** Business time after which it is due: `executed` and `delayed`, or the beginning of time. */
  readonly runs_after: Date;
  /** Attempts that failed or were lost in a row. */
  readonly attempts: number;
  /** How often in a row it found its service busy; no attempts. */
  readonly waits: number;
  /** Failures after which it is STUCK. */
  readonly attempts_max?: number;
  /** Real time until which a worker has it. */
  readonly locked_until?: Date | null;
  /** Grows with every worker that takes it: a write that carries a smaller one is refused. */
  readonly lease_token?: number;
  /** JSON of what the transport answered, where only our own part is left to do. */
  readonly transported?: string | null;
  /** The server that a group chose for the attempt under way. */
  readonly chosen_server?: number | null;
}

/** What a task does: a row of the service events (name in upper case), or a method of the system itself. */
export type TaskEvent = JsonObject & {
  readonly id?: number;
  readonly kind: string;
  readonly title: string;
  readonly name: string;
  readonly method?: string;
  /** Seconds after which it runs again when it succeeded. */
  readonly period?: number;
  readonly server_gid?: number;
  readonly settings?: JsonObject;
};

export interface NewTask {
  readonly key: string;
  readonly user_id: number;
  /** Also found as `settings.user_service_id`. */
  readonly user_service_id: number | null;
  readonly event: TaskEvent;
  readonly settings: JsonObject | null;
  /** 100 by default; smaller runs first. */
  readonly prio?: number;
  /** Seconds from now at which it runs first; 0 by default. */
  readonly delayed?: number;
  /** Attempts before it is STUCK; 10 by default. */
  readonly attempts?: number;
}

export const taskCodec = rowCodec(spoolTask);

const BEGINNING = new Date(0);

/** When a task is due that was last tried at `executed` (domain.md 4.1: strictly after this moment). */
export function runsAfter(executed: Date | null, delayedSeconds: number): Date {
  return executed === null ? BEGINNING : new Date(executed.getTime() + delayedSeconds * 1000);
}

/** What every stored task has beside its row; `now` only matters where it is delayed. */
export function queueFields(now: Date, delayedSeconds: number): Document {
  const delay = delayedSeconds > 0 ? { status: 'DELAYED', executed: now, delayed: delayedSeconds } : {};
  const runs_after = runsAfter(delayedSeconds > 0 ? now : null, delayedSeconds);
  return { ...delay, created: now, runs_after, attempts: 0, waits: 0 };
}

/** Queues what is neither queued nor finished under its key yet; order of ids = order of the list. Repeating changes nothing. */
export async function enqueue(store: Store, tasks: readonly NewTask[], now: Date): Promise<void> {
  if (tasks.length === 0) return;
  const finished = await finishedKeys(
    store,
    tasks.map((task) => task.key),
  );
  const wanted = tasks.filter((task) => !finished.has(task.key));
  if (wanted.length === 0) return;
  const ids = await store.nextIds(SPOOL, wanted.length);
  const documents = wanted.map((task, index) => ({ _id: ids[index], ...documentOf(task, now) }) as TaskDocument);
  try {
    await store.collection<TaskDocument>(SPOOL).insertMany(documents, { ordered: false });
  } catch (error) {
    // Those are queued already.
    if (!isDuplicateKey(error)) throw error;
  }
  for (const listener of listeners.get(store) ?? []) listener();
}

const listeners = new WeakMap<Store, Set<() => void>>();

/** Calls the listener after tasks were queued through this store, until the returned function is called. */
export function onEnqueued(store: Store, listener: () => void): () => void {
  const known = listeners.get(store) ?? new Set();
  listeners.set(store, known.add(listener));
  return () => known.delete(listener);
}

/** Queues one task; answers its id, which is that of an earlier one where the key is queued or finished already. */
export async function enqueueOne(store: Store, task: NewTask, now: Date): Promise<number> {
  await enqueue(store, [task], now);
  const queued = await store.collection<TaskDocument>(SPOOL).findOne({ key: task.key }, { projection: { _id: 1 } });
  const id = queued?._id ?? (await finishedTask(store, task.key));
  if (id === undefined) throw new Error(`The task ${task.key} was deleted while it was queued`);
  return id;
}

function documentOf(task: NewTask, now: Date): Document {
  const { key, user_id, user_service_id, event, settings, prio = PRIO_DEFAULT, delayed = 0, attempts } = task;
  const row = taskCodec.encodeNew({ user_id, user_service_id, event, settings, prio });
  return { key, ...row, ...queueFields(now, delayed), ...(attempts === undefined ? {} : { attempts_max: attempts }) };
}

export const TASK_INDEXES = {
  collection: SPOOL,
  indexes: [
    { key: { key: 1 }, unique: true },
    // In the order in which tasks run; what follows the order decides without the document whether it is due.
    { key: { prio: 1, _id: 1, status: 1, runs_after: 1, executed: 1, locked_until: 1 } },
    { key: { runs_after: 1 } },
    { key: { locked_until: 1 }, sparse: true },
    { key: { 'settings.user_service_id': 1, _id: 1 } },
    { key: { user_id: 1, _id: 1 } },
    { key: { status: 1, _id: 1 } },
  ],
} as const;
