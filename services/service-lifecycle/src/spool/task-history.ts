import { type JsonObject, type SpoolHistoryRow, spoolHistory } from '@countinghouse/contracts';
import { rowCodec, type Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';
import type { ClaimedTask } from './claimed-task.ts';

export const SPOOL_HISTORY = 'spool_history';
export const historyCodec = rowCodec(spoolHistory);

interface HistoryDocument extends Document {
  readonly _id: number;
  readonly spool_id: number;
  readonly created: Date;
  /** False while the attempt runs, or for ever where its worker was killed. */
  readonly ended: boolean;
  /** The key of a task that is finished for good: it is not queued again. */
  readonly done_key?: string;
}

export const HISTORY_INDEXES = {
  collection: SPOOL_HISTORY,
  indexes: [
    { key: { spool_id: 1, _id: 1 } },
    { key: { user_id: 1, _id: 1 } },
    { key: { created: 1, _id: 1 } },
    { key: { status: 1, _id: 1 } },
    { key: { done_key: 1 }, sparse: true },
  ],
} as const;

/** Which of these tasks are finished for good. */
export async function finishedKeys(store: Store, keys: readonly string[]): Promise<Set<string>> {
  const rows = await store
    .collection<HistoryDocument>(SPOOL_HISTORY)
    .find({ done_key: { $in: [...keys] } }, { projection: { done_key: 1 } })
    .toArray();
  return new Set(rows.flatMap((row) => row.done_key ?? []));
}

/** The id of a task that is finished for good; undefined where none of this key is. */
export async function finishedTask(store: Store, key: string): Promise<number | undefined> {
  const row = await store
    .collection<HistoryDocument>(SPOOL_HISTORY)
    .findOne({ done_key: key }, { projection: { spool_id: 1 } });
  return row?.spool_id;
}

export interface AttemptEnd {
  readonly status: SpoolHistoryRow['status'];
  readonly response: JsonObject;
  readonly executed: Date;
  readonly delayed: number;
  /** The task is finished and goes. */
  readonly isFinal: boolean;
}

/** A row for every attempt: written when it begins, completed when it ends. */
export class TaskHistory {
  readonly documents: Collection<Document>;
  readonly #store: Store;
  readonly #rows: Collection<HistoryDocument>;

  constructor(store: Store) {
    this.#store = store;
    this.#rows = store.collection<HistoryDocument>(SPOOL_HISTORY);
    this.documents = store.collection(SPOOL_HISTORY);
  }

  /** The attempt's row, with the status in which the task was found (domain.md 4.3, step 1); answers its id. */
  async begin(task: ClaimedTask, startedAt: Date): Promise<number> {
    const { id: spool_id, ...row } = task.row;
    const fields = { ...historyCodec.encodeNew({ ...row, spool_id }), created: startedAt, ended: false };
    const { _id } = await this.#store.insertWithId<HistoryDocument>(SPOOL_HISTORY, (free) => ({
      ...fields,
      spool_id,
      _id: free,
    }));
    return _id;
  }

  async end(id: number, task: ClaimedTask, { isFinal, ...end }: AttemptEnd): Promise<void> {
    const { status, response, delayed } = end;
    const fields = historyCodec.encode({ status, response, delayed });
    const done = isFinal ? { done_key: task.key } : {};
    await this.#rows.updateOne({ _id: id }, { $set: { ...fields, ...done, executed: end.executed, ended: true } });
  }

  /** Attempts of the task whose worker is gone: their rows say so. */
  async endLost(taskId: number, executed: Date): Promise<void> {
    const fields = historyCodec.encode({
      status: 'FAIL',
      response: { error: 'The worker ended during this attempt' },
    });
    await this.#rows.updateMany({ spool_id: taskId, ended: false }, { $set: { ...fields, executed, ended: true } });
  }

  /** A row for what an administrator did to a task that was not running. */
  async add(task: ClaimedTask, end: AttemptEnd): Promise<void> {
    await this.end(await this.begin(task, end.executed), task, end);
  }

  /** Is the task finished, though a row of it is still (or again) there? */
  async isFinished(key: string): Promise<boolean> {
    return (await finishedKeys(this.#store, [key])).size > 0;
  }

  /** Erases attempts begun before the moment; answers how many. */
  async eraseBefore(moment: Date): Promise<number> {
    return (await this.#rows.deleteMany({ created: { $lt: moment } })).deletedCount;
  }
}
