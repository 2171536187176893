import type { JsonObject, SpoolHistoryRow } from '@countinghouse/contracts';
import { type Store, updateEach } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';
import type { ClaimedTask } from './claimed-task.ts';
import { finishedKeys } from './finished-tasks.ts';
import { type HistoryDocument, historyCodec, SPOOL_HISTORY } from './history-document.ts';

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
  const { settings } = task.row;
  const done = isFinal ? { done_key: task.key } : {};
  return { ...historyCodec.encode({ status, response, delayed, settings }), ...done, executed, ended: true };
}
