import type { JsonValue } from './json.ts';

/** One page of a list. `total` counts every match; rows of large pages come as an iterable of batches, in constant memory. */
export interface ListReply<Row = unknown> {
  readonly rows: readonly Row[] | AsyncIterable<readonly Row[]>;
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly filter?: JsonValue;
}

/** Rows outside a list. `hit` says that a key had done this before and the stored result is repeated (decisions.md 11). */
export interface RowsReply<Row = unknown> {
  readonly rows: readonly Row[];
  readonly hit?: boolean;
  /** What `rows` are a part of, where arguments of a list chose it. */
  readonly page?: Omit<ListReply, 'rows'>;
}

/** What the gateway is told to answer word for word. */
export interface RawReply {
  readonly status?: number;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Instead of the body: a failure of its own, answered as all are, with the status and the headers (decisions.md 3). */
  readonly error?: string;
  /** How `body` is to be read; text by default. */
  readonly encoding?: 'utf8' | 'base64';
  /** As of rows. */
  readonly hit?: boolean;
}

/** What a handler answers for each kind of result. The host adds `hit` to a bare object that it repeats. */
export interface ReplyByResult<Row> {
  list: ListReply<Row>;
  rows: RowsReply<Row>;
  bare: Row;
  raw: RawReply;
}
