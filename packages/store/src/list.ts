import type { ListReply } from '@countinghouse/contracts';
import { Fault, invalidArgument } from '@countinghouse/contracts';
import type { Collection, Document, Filter, FindCursor } from 'mongodb';
import { isQueryRefused, isTimeExpired } from './driver-errors.ts';
import type { ListQuery } from './list-query.ts';
import type { RowCodec } from './row-codec.ts';
import { isTombstone, TOMBSTONE, withoutTombstones } from './tombstone.ts';

/** Rows of one batch: pages up to this size are arrays, larger ones stream. */
export const BATCH_ROWS = 500;
const MAX_TIME_MS_DEFAULT = 5_000;

export interface ListOptions {
  /** How long the server may work on a query whose conditions the caller chose. */
  readonly maxTimeMs?: number;
}

/**
 * One page of a list. Pages of at most 500 rows are arrays, larger ones batches in constant memory, read as they are
 * consumed. A query that the caller made too expensive is a Fault 400.
 */
export async function list<Row>(
  collection: Collection<Document> | Collection<never>,
  codec: Pick<RowCodec<Row>, 'decoder'>,
  query: ListQuery,
  options: ListOptions = {},
): Promise<ListReply<Row>> {
  const documents = collection as unknown as Collection<Document>;
  const limits = query.timeLimited ? { maxTimeMS: options.maxTimeMs ?? MAX_TIME_MS_DEFAULT } : {};
  const decode = codec.decoder({ hidden: query.hidden, fields: query.fields });
  try {
    if (isPointRead(query.filter)) return await pointRead(documents, decode, query);
    const cursor = openCursor(documents, query, limits);
    const [total, first] = await Promise.all([
      countAll(documents, query.filter, limits),
      nextBatch(cursor, decode).catch(async (error: unknown) => {
        await cursor.close();
        throw error;
      }),
    ]);
    const rows = isExhausted(cursor) ? first : batches(cursor, decode, first, query);
    if (rows === first) await cursor.close();
    return { rows, total, ...query.echo };
  } catch (error) {
    throw clarified(error, query);
  }
}

/** Answers rows of the reply after `change`, batch by batch: for what other services know about them. */
export async function mapRows<From, To>(
  reply: ListReply<From>,
  change: (rows: readonly From[]) => Promise<readonly To[]> | readonly To[],
): Promise<ListReply<To>> {
  const { rows } = reply;
  if (!(Symbol.asyncIterator in rows)) return { ...reply, rows: await change(rows) };
  const changed = async function* () {
    for await (const batch of rows) yield await change(batch);
  };
  return { ...reply, rows: changed() };
}

interface TimeLimit {
  readonly maxTimeMS?: number;
}

function openCursor(collection: Collection<Document>, query: ListQuery, limits: TimeLimit): FindCursor<Document> {
  return collection.find(withoutTombstones(query.filter), {
    projection: query.projection,
    sort: query.sort,
    ...(query.offset > 0 ? { skip: query.offset } : {}),
    // The driver does not take 0 for "all" when it asks for more: batches would be as large as a reply may be.
    ...(query.limit > 0 ? { limit: query.limit } : {}),
    batchSize: query.limit === 0 ? BATCH_ROWS : Math.min(query.limit + 1, BATCH_ROWS),
    ...limits,
  });
}

/** `{_id}` alone: one read by key, and what else must hold is asked here. */
function isPointRead(filter: Filter<Document>): boolean {
  const names = Object.keys(filter);
  return names.length === 1 && names[0] === '_id' && typeof filter._id !== 'object';
}

async function pointRead<Row>(
  collection: Collection<Document>,
  decode: (document: Document) => Row,
  query: ListQuery,
): Promise<ListReply<Row>> {
  const document = await collection.findOne(query.filter, { projection: query.projection });
  const found = document && !isTombstone(document) ? [decode(document)] : [];
  return { rows: query.offset > 0 ? [] : found, total: found.length, ...query.echo };
}

/** Without conditions the server's own count is taken, less the tombstones. */
async function countAll(
  collection: Collection<Document>,
  filter: Filter<Document>,
  limits: TimeLimit,
): Promise<number> {
  if (Object.keys(filter).length > 0) return collection.countDocuments(withoutTombstones(filter), limits);
  const [all, deleted] = await Promise.all([
    collection.estimatedDocumentCount(),
    collection.countDocuments({ [TOMBSTONE]: { $exists: true } }),
  ]);
  return Math.max(0, all - deleted);
}

async function nextBatch<Row>(
  cursor: FindCursor<Document>,
  decode: (document: Document) => Row,
): Promise<readonly Row[]> {
  if (!(await cursor.hasNext())) return [];
  const documents = cursor.readBufferedDocuments(BATCH_ROWS);
  return documents.filter((document) => !isTombstone(document)).map(decode);
}

/** Has the server sent everything, and is everything read? */
function isExhausted(cursor: FindCursor<Document>): boolean {
  return cursor.bufferedCount() === 0 && (cursor.closed || cursor.id === undefined || cursor.id.isZero());
}

async function* batches<Row>(
  cursor: FindCursor<Document>,
  decode: (document: Document) => Row,
  first: readonly Row[],
  query: ListQuery,
): AsyncGenerator<readonly Row[]> {
  try {
    yield first;
    while (!isExhausted(cursor)) {
      const batch = await nextBatch(cursor, decode);
      if (batch.length > 0) yield batch;
    }
  } catch (error) {
    throw clarified(error, query);
  } finally {
    await cursor.close();
  }
}

function clarified(error: unknown, { echo }: ListQuery): unknown {
  if (echo.filter !== undefined && isQueryRefused(error)) {
    const { message } = invalidArgument('filter', 'shorter texts: the database cannot search for these');
    return new Fault(400, message, { cause: error });
  }
  if (!isTimeExpired(error)) return error;
  return new Fault(400, 'The filter is too expensive: ask by an id, user_id, a date or a status as well', {
    cause: error,
  });
}
