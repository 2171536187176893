import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, Fault, PUBLIC_CALLER } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOptions, connectBus, RecordedLog, randomPrefix } from '../test/connect-bus.ts';
import { allRows, batches, blob, echo, list, unserved } from '../test/operations.ts';
import type { Bus, IncomingRequest } from './index.ts';

const prefix = randomPrefix();
const log = new RecordedLog();
let caller: Bus;
let owner: Bus;
let lastRequest: IncomingRequest | undefined;
let started = 0;

beforeAll(async () => {
  [caller, owner] = await Promise.all([
    connectBus({ prefix, name: 'gateway' }),
    connectBus({ prefix, name: 'user', log }),
  ]);
  await owner.serve('user', [
    {
      operation: echo,
      handle: async (args, request) => {
        started += 1;
        lastRequest = request;
        const { text } = args as { text: string };
        if (text === 'fault') throw new Fault(409, 'Already there', { retryAfterSeconds: 3, details: { ip: '::1' } });
        if (text === 'bug') throw new Error('E11000 duplicate key in collection users');
        if (text.startsWith('sleep ')) await sleep(Number(text.slice(6)), undefined, { signal: request.signal });
        return { text };
      },
    },
    { operation: blob, handle: async (args) => ({ body: 'ж'.repeat((args as { length: number }).length / 2) }) },
    {
      operation: list,
      handle: async (args) => {
        const { count } = args as { count: number };
        return { rows: batches(count), total: count, limit: 0, offset: 0, filter: { name: 'x' } };
      },
    },
  ]);
});

afterAll(async () => {
  await caller.drain();
  await owner.drain();
});

describe('a call', () => {
  it('brings arguments, caller, key and deadline there and the reply back', async () => {
    const admin: Caller = { subject: 'user:1', role: 'admin', userId: 1, actingUserId: 12, address: '10.0.0.1' };
    const options = callOptions({ caller: admin, key: 'pay:1:größe 100%\n' });
    expect(await caller.call(echo, { text: 'grüß dich 🙂' }, options)).toEqual({ text: 'grüß dich 🙂' });
    expect(lastRequest).toMatchObject({ caller: admin, key: 'pay:1:größe 100%\n', deadlineAt: options.deadlineAt });
  });

  it('carries the trace context on, and makes one where there is none', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await caller.call(echo, { text: '' }, callOptions({ traceparent }));
    expect(lastRequest?.traceparent).toBe(traceparent);
    await caller.call(echo, { text: '' }, callOptions());
    expect(lastRequest?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  it('throws the fault of the handler with everything in it', async () => {
    const fault = await caller.call(echo, { text: 'fault' }, callOptions()).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Fault);
    expect((fault as Fault).toBody()).toEqual({
      status: 409,
      error: 'Already there',
      retryAfterSeconds: 3,
      details: { ip: '::1' },
    });
  });

  it('throws 500 without the text of an unexpected error, which the replica logs', async () => {
    await expect(caller.call(echo, { text: 'bug' }, callOptions())).rejects.toMatchObject({
      status: 500,
      message: 'Internal error',
    });
    expect(log.at('error')).toContain('a handler failed');
  });

  it('throws 503 at once when nobody serves the operation', async () => {
    const call = caller.call(unserved, {}, callOptions());
    // Not 504, which comes at the deadline.
    await expect(call).rejects.toMatchObject({ status: 503, message: 'Service temporarily unavailable' });
  });

  it('throws 504 at its deadline and aborts the handler', async () => {
    const deadlineAt = Date.now() + 1_500;
    const call = caller.call(echo, { text: 'sleep 600000' }, callOptions({ deadlineAt }));
    await expect(call).rejects.toMatchObject({ status: 504 });
    await expect.poll(() => lastRequest?.signal.aborted).toBe(true);
  });

  it('is not started when its deadline has passed', async () => {
    const before = started;
    const call = caller.call(echo, { text: 'late' }, callOptions({ deadlineAt: Date.now() - 1 }));
    await expect(call).rejects.toMatchObject({ status: 504 });
    expect(started).toBe(before);
  });

  it('is answered however slow the handler is, and is not sent again while the replica says that it works', async () => {
    const before = started;
    const reply = await caller.call(echo, { text: 'sleep 4500' }, callOptions({ repeatOnSilence: { afterMs: 2_000 } }));
    expect(reply.text).toBe('sleep 4500');
    expect(started - before).toBe(1);
  });

  it('ends with 499 when the client goes away, and so does the handler', async () => {
    const client = new AbortController();
    const before = started;
    const call = caller.call(echo, { text: 'sleep 600000' }, callOptions({ clientDisconnected: client.signal }));
    const refused = expect(call).rejects.toMatchObject({ status: 499 });
    await expect.poll(() => started).toBe(before + 1);
    client.abort();
    await refused;
    await expect.poll(() => lastRequest?.signal.aborted).toBe(true);
  });

  it('that is answered 1,000 times at once mixes nothing up', async () => {
    const texts = Array.from({ length: 1_000 }, (_, index) => `number ${index}`);
    const replies = await Promise.all(texts.map((text) => caller.call(echo, { text }, callOptions())));
    expect(replies.map((reply) => reply.text)).toEqual(texts);
  });
});

describe('large messages', () => {
  it('carries a request of 15 MB', async () => {
    const text = 'p'.repeat(15_000_000);
    const reply = await caller.call(echo, { text }, callOptions({ deadlineAt: Date.now() + 30_000 }));
    expect(reply.text === text).toBe(true);
  });

  it('carries a reply of 20 MB', async () => {
    const reply = await caller.call(blob, { length: 20_000_000 }, callOptions({ deadlineAt: Date.now() + 30_000 }));
    expect(reply.body.length).toBe(10_000_000);
    expect(reply.body.endsWith('жж')).toBe(true);
  });

  it.each([200_000, 255_000, 262_143, 262_144, 524_288, 1_048_576])('carries %i bytes both ways', async (length) => {
    const text = 'a'.repeat(length);
    const reply = await caller.call(echo, { text }, callOptions());
    expect(reply.text === text).toBe(true);
  });

  it('streams a list of 100,000 rows in order', async () => {
    const reply = await caller.call(list, { count: 100_000 }, callOptions());
    expect(reply).toMatchObject({ total: 100_000, limit: 0, offset: 0, filter: { name: 'x' } });
    let next = 0;
    for await (const batch of reply.rows as AsyncIterable<readonly { id: number }[]>)
      for (const row of batch) {
        if (row.id !== next) throw new Error(`row ${row.id} came in place of ${next}`);
        next += 1;
      }
    expect(next).toBe(100_000);
  });

  it('streams an empty list', async () => {
    const reply = await caller.call(list, { count: 0 }, callOptions());
    expect(await allRows(reply.rows)).toEqual([]);
  });
});

describe('tokens', () => {
  it('a forged one is refused with 403 and a warning', async () => {
    const forger = await connectBus({ prefix, secrets: { user: 'another secret than the real one' } });
    await expect(forger.call(echo, { text: '' }, callOptions())).rejects.toMatchObject({
      status: 403,
      message: 'Not authorized',
    });
    expect(log.at('warn')).toContain('a request with an invalid token was refused');
    await forger.drain();
  });

  it('without the secret an audience cannot be called, nor served', async () => {
    const poor = await connectBus({ prefix, secrets: {} });
    await expect(poor.call(echo, { text: '' }, callOptions())).rejects.toMatchObject({ status: 503 });
    expect(() => poor.serve('user', [])).toThrow('user cannot be served: its bus secret is missing');
    await poor.drain();
  });
});

it('counts calls and requests by outcome', async () => {
  const handledBefore = owner.stats().handled.find((stats) => stats.subject === 'user.thing.echo')?.requests ?? 0;
  await caller.call(echo, { text: '' }, callOptions({ caller: PUBLIC_CALLER }));
  const handled = owner.stats().handled.find((stats) => stats.subject === 'user.thing.echo');
  expect(handled?.requests).toBe(handledBefore + 1);
  expect(handled?.buckets.reduce((sum, count) => sum + count, 0)).toBe(handled?.requests);
  const calls = caller.stats().calls.find((stats) => stats.subject === 'user.thing.echo');
  expect(calls?.statuses).toMatchObject({ 409: 1, 500: 1, 499: 1 });
});
