import { Fault } from '@countinghouse/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callOptions, connectBus, randomPrefix } from '../test/connect-bus.ts';
import { list } from '../test/operations.ts';
import type { Bus, IncomingRequest } from './index.ts';

const prefix = randomPrefix();
const ROWS_PER_BATCH = 100;
let caller: Bus;
let owner: Bus;
let produced = 0;
let ended = 0;
let request: IncomingRequest | undefined;
let breaksAt = Number.POSITIVE_INFINITY;

async function* endless(): AsyncGenerator<readonly object[]> {
  try {
    for (;;) {
      if (produced >= breaksAt) throw new Fault(503, 'The database went away');
      produced += 1;
      yield Array.from({ length: ROWS_PER_BATCH }, (_, index) => ({ id: index, name: 'x'.repeat(100) }));
    }
  } finally {
    ended += 1;
  }
}

beforeAll(async () => {
  [caller, owner] = await Promise.all([connectBus({ prefix }), connectBus({ prefix })]);
  await owner.serve('user', [
    {
      operation: list,
      handle: async (_, incoming) => {
        request = incoming;
        produced = 0;
        return { rows: endless(), total: 0, limit: 0, offset: 0 };
      },
    },
  ]);
});

afterAll(async () => {
  await caller.drain();
  await owner.drain();
});

async function rowsOfCall(signal?: AbortSignal): Promise<AsyncIterable<readonly unknown[]>> {
  const reply = await caller.call(list, { count: 0 }, callOptions(signal ? { clientDisconnected: signal } : {}));
  return reply.rows as AsyncIterable<readonly unknown[]>;
}

it('a consumer that takes nothing stops the producer after 16 frames', async () => {
  const iterator = (await rowsOfCall())[Symbol.asyncIterator]();
  await iterator.next();
  await expect.poll(() => produced).toBeGreaterThan(10);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(produced).toBeLessThanOrEqual(20);
  await iterator.next();
  await expect.poll(() => produced).toBeGreaterThan(16);
  await iterator.return?.();
  await expect.poll(() => ended).toBe(1);
});

it('a consumer that stops early ends the producer', async () => {
  const before = ended;
  for await (const batch of await rowsOfCall()) {
    expect(batch).toHaveLength(ROWS_PER_BATCH);
    break;
  }
  await expect.poll(() => ended).toBe(before + 1);
  await expect.poll(() => request?.signal.aborted).toBe(true);
});

it('a client that disconnects in the middle ends both sides', async () => {
  const before = ended;
  const client = new AbortController();
  let batches = 0;
  const read = async (): Promise<void> => {
    for await (const _ of await rowsOfCall(client.signal)) {
      batches += 1;
      if (batches === 5) client.abort();
    }
  };
  await expect(read()).rejects.toMatchObject({ status: 499 });
  await expect.poll(() => ended).toBe(before + 1);
});

it('an error in the middle reaches the consumer as a throw, after the rows before it', async () => {
  breaksAt = 40;
  let batches = 0;
  const read = async (): Promise<void> => {
    for await (const _ of await rowsOfCall()) batches += 1;
  };
  await expect(read()).rejects.toMatchObject({ status: 503, message: 'The database went away' });
  expect(batches).toBe(40);
  breaksAt = Number.POSITIVE_INFINITY;
});
