/** Several calls of at most 1000 ids each. */
export async function inChunks<Row>(
  ids: readonly number[],
  read: (chunk: number[]) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<readonly Row[]> {
  const unique = [...new Set(ids)];
  const chunks: number[][] = [];
  for (let start = 0; start < unique.length; start += 1000) chunks.push(unique.slice(start, start + 1000));
  const replies = await Promise.all(chunks.map(read));
  return replies.flatMap(({ rows }) => rows);
}

/** The rows of a list, streamed or not, as one array. */
export async function allRows<Row>(rows: readonly Row[] | AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  if (!(Symbol.asyncIterator in rows)) return rows;
  const all: Row[] = [];
  for await (const batch of rows) all.push(...batch);
  return all;
}

/** Every row changed, as it arrives where rows are streamed; ending before the first row ends the stream. */
export function mappedRows<Row>(
  rows: readonly Row[] | AsyncIterable<readonly Row[]>,
  change: (row: Row) => Row,
): readonly Row[] | AsyncIterable<readonly Row[]> {
  if (!(Symbol.asyncIterator in rows)) return rows.map(change);
  return { [Symbol.asyncIterator]: () => mappedBatches(rows[Symbol.asyncIterator](), change) };
}

function mappedBatches<Row>(
  batches: AsyncIterator<readonly Row[]>,
  change: (row: Row) => Row,
): AsyncIterator<readonly Row[]> {
  return {
    next: async () => {
      const step = await batches.next();
      return step.done ? step : { done: false, value: step.value.map(change) };
    },
    return: async () => {
      await batches.return?.();
      return { done: true, value: undefined };
    },
  };
}
