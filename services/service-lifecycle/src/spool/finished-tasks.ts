import type { Store } from '@countinghouse/store';
import { type HistoryDocument, SPOOL_HISTORY } from './history-document.ts';

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
