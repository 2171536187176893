import { spoolHistory } from '@countinghouse/contracts';
import { rowCodec } from '@countinghouse/store';
import type { Document } from 'mongodb';

export const SPOOL_HISTORY = 'spool_history';
export const historyCodec = rowCodec(spoolHistory);

/** An attempt of a task as it is stored: the fields of the resource by the codec, and what the queue needs beside them. */
export interface HistoryDocument extends Document {
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
