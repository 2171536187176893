import { ROW_COLLECTIONS, type RowCollection, type RowDocument, type RowWrite } from './row-write.ts';

/** The rows that commands of one account see: those read, overlaid by what is committed or planned and not settled. */
export class RowsView {
  readonly #rows: Readonly<Record<RowCollection, Map<number, RowDocument>>> = {
    pays: new Map(),
    withdraws: new Map(),
    bonuses: new Map(),
  };

  /** Another view of the same rows, so that planning can be repeated. */
  copy(): RowsView {
    const copy = new RowsView();
    for (const name of ROW_COLLECTIONS) for (const row of this.#rows[name].values()) copy.add(name, row);
    return copy;
  }

  /** Takes a stored row unless a newer one is known. */
  add(collection: RowCollection, row: RowDocument): void {
    const known = this.#rows[collection].get(row._id);
    if (!known || (known.seq ?? 0) < (row.seq ?? 0)) this.#rows[collection].set(row._id, row);
  }

  overlay(writes: readonly RowWrite[]): void {
    for (const { collection, row } of writes) this.add(collection, row);
  }

  /** The row, or undefined where there is none or it is deleted. */
  get(collection: RowCollection, id: number): RowDocument | undefined {
    const row = this.#rows[collection].get(id);
    return row?.tombstone ? undefined : row;
  }

  /** All rows that are not deleted, in the order of their ids. */
  all(collection: RowCollection): RowDocument[] {
    return [...this.#rows[collection].values()].filter((row) => !row.tombstone).sort((a, b) => a._id - b._id);
  }
}
