import { field, operation, resource } from '@countinghouse/contracts';
import { z } from 'zod';

const things = resource({ name: 'thing', key: 'id', fields: { id: field.id({ readOnly: true }), name: field.text() } });

interface Thing {
  readonly id: number;
  readonly name: string;
}

/** A small read, as most requests are. */
export const echo = operation<{ text: string }, 'bare', { text: string }>({
  id: 'thing.echo',
  owner: 'user',
  summary: 'Answers its argument',
  access: 'internal',
  args: z.object({ text: z.string() }),
  result: 'bare',
});

/** A large answer. */
export const blob = operation<{ length: number }, 'raw'>({
  id: 'thing.blob',
  owner: 'user',
  summary: 'Answers a text of the given length',
  access: 'internal',
  args: z.object({ length: z.number() }),
  result: 'raw',
});

/** Rows in batches. */
export const list = operation<{ count: number }, 'list', Thing>({
  id: 'thing.list',
  owner: 'user',
  summary: 'Answers many rows',
  access: 'internal',
  args: z.object({ count: z.number() }),
  result: 'list',
  list: things,
});

/** Of another service, which nobody serves. */
export const unserved = operation<Record<string, never>, 'bare', null>({
  id: 'thing.unserved',
  owner: 'billing',
  summary: 'Never answered',
  access: 'internal',
  args: z.object({}),
  result: 'bare',
});

/** Everything that a list brings, however it comes. */
export async function allRows<Row>(rows: readonly Row[] | AsyncIterable<readonly Row[]>): Promise<Row[]> {
  if (!(Symbol.asyncIterator in rows)) return [...rows];
  const all: Row[] = [];
  for await (const batch of rows) all.push(...batch);
  return all;
}

/** `count` rows in batches of 500, made as they are asked for. */
export async function* batches(count: number): AsyncGenerator<readonly Thing[]> {
  for (let first = 0; first < count; first += 500) {
    const size = Math.min(500, count - first);
    yield Array.from({ length: size }, (_, index) => ({
      id: first + index,
      name: `row number ${first + index}`.padEnd(100),
    }));
  }
}
