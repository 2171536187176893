import { type JsonObject, type SpoolHistoryRow, spoolHistory } from '@countinghouse/contracts';
import { rowCodec, type Store, updateEach } from '@countinghouse/store';
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

/** An attempt that is over, by the id of its row. */
export interface EndedAttempt {
  readonly id: number;
  readonly task: ClaimedTask;
  readonly end: AttemptEnd;
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

  /** A row for each attempt, with the status in which its task was found (domain.md 4.3, step 1); answers their ids. */
  async beginMany(tasks: readonly ClaimedTask[], startedAt: Date): Promise<number[]> {
    const ids = await this.#store.nextIds(SPOOL_HISTORY, tasks.length);
    const rows = tasks.map((task, index) => ({ ...begun(task, startedAt), _id: ids[index] as number }));
    if (rows.length > 0) await this.#rows.insertMany(rows, { ordered: false });
    return ids;
  }

  async endMany(ends: readonly EndedAttempt[]): Promise<void> {
    await updateEach(
      this.#rows,
      ends.map(({ id, task, end }) => ({ _id: id, set: ended(task, end) })),
    );
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
    const [id = 0] = await this.beginMany([task], end.executed);
    await this.endMany([{ id, task, end }]);
  }

  /** Which of these tasks are finished for good. */
  finishedAmong(keys: readonly string[]): Promise<Set<string>> {
    return finishedKeys(this.#store, keys);
  }

  /** Erases attempts begun before the moment; answers how many. */
  async eraseBefore(moment: Date): Promise<number> {
    return (await this.#rows.deleteMany({ created: { $lt: moment } })).deletedCount;
  }
}

function begun(task: ClaimedTask, startedAt: Date) {
  const { id: spool_id, ...row } = task.row;
  return { ...historyCodec.encodeNew({ ...row, spool_id }), spool_id, created: startedAt, ended: false } as const;
}

function ended(task: ClaimedTask, { isFinal, executed, ...end }: AttemptEnd): Partial<HistoryDocument> {
  const { status, response, delayed } = end;
  const done = isFinal ? { done_key: task.key } : {};
  return { ...historyCodec.encode({ status, response, delayed }), ...done, executed, ended: true };
}
