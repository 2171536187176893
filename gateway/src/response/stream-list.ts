import { once } from 'node:events';
import type { ListReply } from '@countinghouse/contracts';
import type { Response } from 'express';

export interface StreamedList extends ListReply {
  readonly rows: AsyncIterable<readonly unknown[]>;
}

/** Does the reply's list come in batches? They can be read once only. */
export function isStreamed(reply: unknown): reply is StreamedList {
  return Symbol.asyncIterator in Object((reply as Partial<ListReply>).rows);
}

/**
 * Writes a list whose rows come in batches as they arrive, in constant memory: `data` first, the members that need the count after it.
 * A source that fails half-way cuts the connection, so that a broken list is never taken for a whole one.
 */
export async function streamList(
  response: Response,
  rows: AsyncIterable<readonly unknown[]>,
  members: (rowsInData: number) => object,
): Promise<void> {
  response.status(200).type('application/json');
  let count = 0;
  for await (const batch of rows) {
    const text = batch.map((row) => JSON.stringify(row)).join(',');
    if (text === '') continue;
    await write(response, (count === 0 ? '{"data":[' : ',') + text);
    count += batch.length;
    if (response.destroyed) return;
  }
  const rest = JSON.stringify(members(count)).slice(1);
  response.end(`${count === 0 ? '{"data":[' : ''}],${rest}`);
}

async function write(response: Response, text: string): Promise<void> {
  if (response.write(text) || response.destroyed) return;
  await Promise.race([once(response, 'drain'), once(response, 'close')]);
}

/** All rows of a reply in memory, for formats that print them without an envelope. */
export async function collectRows(reply: ListReply): Promise<unknown[]> {
  if (!(Symbol.asyncIterator in reply.rows)) return [...reply.rows];
  const all: unknown[] = [];
  for await (const batch of reply.rows) all.push(...batch);
  return all;
}
