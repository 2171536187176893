import { describe, expect, it } from 'vitest';
import { allRows, inChunks, mappedRows } from './read-rows.ts';

describe('mappedRows', () => {
  const double = (row: number) => row * 2;

  it('changes rows that are there and rows that arrive', async () => {
    async function* stream() {
      yield [1, 2];
      yield [3];
    }
    expect(mappedRows([1, 2], double)).toEqual([2, 4]);
    expect(await allRows(mappedRows(stream(), double))).toEqual([2, 4, 6]);
  });

  it('ends the stream of a list that nobody reads', async () => {
    let isEnded = false;
    const stream: AsyncIterable<readonly number[]> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: [1] }),
        return: async () => {
          isEnded = true;
          return { done: true, value: undefined };
        },
      }),
    };
    const rows = mappedRows(stream, double) as AsyncIterable<readonly number[]>;
    await rows[Symbol.asyncIterator]().return?.();
    expect(isEnded).toBe(true);
  });
});

describe('inChunks', () => {
  it('asks for at most 1000 different ids at once', async () => {
    const asked: number[] = [];
    const ids = Array.from({ length: 2_500 }, (_, index) => index % 2_400);
    const rows = await inChunks(ids, async (chunk) => {
      asked.push(chunk.length);
      return { rows: chunk };
    });
    expect(asked).toEqual([1000, 1000, 400]);
    expect(rows).toHaveLength(2_400);
  });
});
