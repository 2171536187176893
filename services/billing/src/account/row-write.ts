import type { Document } from 'mongodb';

/** Collections whose rows only commands on the account change. */
export const ROW_COLLECTIONS = ['pays', 'withdraws', 'bonuses'] as const;
export type RowCollection = (typeof ROW_COLLECTIONS)[number];

/** A stored row; `seq` is that of the entry that wrote it last, so that a late settler never undoes a later change. */
export interface RowDocument extends Document {
  readonly _id: number;
  readonly seq?: number;
  /** A deleted row keeps its id, so that it cannot be settled a second time. */
  readonly tombstone?: true;
  /** What a hidden row was: its money still counts. */
  readonly hidden?: Document;
}

/** The whole row after a command. */
export interface RowWrite {
  readonly collection: RowCollection;
  readonly row: RowDocument;
  /** False for a row that was there before. */
  readonly isNew: boolean;
}

/** The row of a deleted one. `hidden` keeps its content where the row still counts. */
export function deletedRow(row: RowDocument, keepContent: boolean): RowDocument {
  return { _id: row._id, tombstone: true, ...(keepContent ? { hidden: row } : {}) };
}
