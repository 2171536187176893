import { Fault } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdempotencyStore, type IdempotentRequest } from './idempotency-store.ts';
import { dropTestStore, openTestStore } from './open-test-store.ts';
import type { Store } from './store.ts';

let store: Store;
let keys: IdempotencyStore;
beforeAll(async () => {
  store = await openTestStore();
  keys = new IdempotencyStore(store);
});
afterAll(() => dropTestStore(store));

/** As if the process were dead. */
const NEVER_MS = 1_000_000;

let count = 0;
function request(changes: Partial<IdempotentRequest> = {}): IdempotentRequest {
  count += 1;
  return { caller: 'user:1', method: 'PUT', path: '/v1/x', key: `k${count}`, argsHash: 'h', ...changes };
}
const answer = (reply: unknown) => () => Promise.resolve(reply);
/** Undefined while the first one still has its lease. */
const repeatOf = (one: IdempotentRequest, reply: string) => keys.run(one, answer(reply)).catch(() => undefined);

describe('IdempotencyStore', () => {
  it('repeats the stored result', async () => {
    const one = request();
    expect(await keys.run(one, answer({ rows: [{ $a: 1 }] }))).toEqual({ reply: { rows: [{ $a: 1 }] }, hit: false });
    expect(await keys.run(one, answer('other'))).toEqual({ reply: { rows: [{ $a: 1 }] }, hit: true });
  });

  it('keeps callers, methods and paths apart', async () => {
    const one = request();
    await keys.run(one, answer(1));
    for (const changes of [{ caller: 'user:2' }, { method: 'POST' }, { path: '/v1/y' }]) {
      expect(await keys.run({ ...one, ...changes }, answer(2))).toEqual({ reply: 2, hit: false });
    }
  });

  it('refuses other content under the same key, whether done or half-done', async () => {
    const one = request();
    await keys.run(one, answer(1));
    await expect(keys.run({ ...one, argsHash: 'other' }, answer(2))).rejects.toMatchObject({ status: 409 });
    const half = request();
    await expect(keys.run(half, () => Promise.reject(new Error('crash')))).rejects.toThrow('crash');
    await expect(keys.run({ ...half, argsHash: 'other' }, answer(2))).rejects.toMatchObject({ status: 409 });
    expect(await keys.run(half, answer(3))).toEqual({ reply: 3, hit: false });
  });

  it('lets exactly one of many run at once; the others are told when to come again', async () => {
    const one = request();
    let runs = 0;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work = async () => {
      runs += 1;
      await gate;
      return runs;
    };
    let refused = 0;
    const attempts = Array.from({ length: 20 }, () =>
      keys.run(one, work).catch((error: unknown) => {
        if (!(error instanceof Fault)) throw error;
        refused += 1;
        return error;
      }),
    );
    await expect.poll(() => refused).toBe(19);
    release();
    const results = await Promise.all(attempts);
    expect(runs).toBe(1);
    const faults = results.filter((result) => result instanceof Fault);
    expect(faults).toHaveLength(19);
    expect(faults[0]).toMatchObject({ status: 409, retryAfterSeconds: expect.any(Number) });
    expect(await keys.run(one, work)).toEqual({ reply: 1, hit: true });
  });

  it('continues a request whose process died, once its lease ended', async () => {
    const one = request();
    const shortLived = new IdempotencyStore(store, { leaseMs: 50, renewEveryMs: NEVER_MS });
    await new Promise<void>((entered) => {
      void shortLived.run(one, () => {
        entered();
        return new Promise(() => {});
      });
    });
    await expect.poll(() => repeatOf(one, 'done')).toEqual({ reply: 'done', hit: false });
    expect(await keys.run(one, answer('again'))).toEqual({ reply: 'done', hit: true });
  });

  it('lets the same call wait for the result of its first arrival', async () => {
    const one = request({ callId: 'inbox.7', deadlineAt: Date.now() + 10_000 });
    let first: Promise<unknown> = Promise.resolve();
    const release = await new Promise<(reply: string) => void>((entered) => {
      first = keys.run(one, () => new Promise<string>(entered));
    });
    await expect(keys.run({ ...one, callId: 'inbox.8' }, answer('no'))).rejects.toMatchObject({ status: 409 });
    const again = keys.run(one, answer('other'));
    release('first');
    expect(await first).toEqual({ reply: 'first', hit: false });
    expect(await again).toEqual({ reply: 'first', hit: true });
  });

  it('is not taken over while its process lives, however long it takes', async () => {
    const one = request();
    const lively = new IdempotencyStore(store, { leaseMs: 3_000, renewEveryMs: 100 });
    let slow: Promise<unknown> = Promise.resolve();
    const release = await new Promise<(reply: string) => void>((entered) => {
      slow = lively.run(one, () => new Promise<string>(entered));
    });
    const until = Date.now() + 3_500;
    let refused = 0;
    while (Date.now() < until) {
      await expect(lively.run(one, answer('other'))).rejects.toMatchObject({ status: 409, retryAfterSeconds: 1 });
      refused += 1;
    }
    expect(refused).toBeGreaterThan(1);
    release('slow');
    expect(await slow).toEqual({ reply: 'slow', hit: false });
  });

  it('keeps the first result when a request outlives its lease', async () => {
    const one = request();
    const shortLived = new IdempotencyStore(store, { leaseMs: 1, renewEveryMs: NEVER_MS });
    let slow: Promise<unknown> = Promise.resolve();
    const release = await new Promise<(reply: string) => void>((entered) => {
      slow = shortLived.run(one, () => new Promise<string>(entered));
    });
    await expect.poll(() => repeatOf(one, 'fast')).toEqual({ reply: 'fast', hit: false });
    release('slow');
    await slow;
    expect(await keys.run(one, answer('again'))).toEqual({ reply: 'fast', hit: true });
  });

  it('stores faults below 500, but not those that pass by themselves, nor 5xx', async () => {
    const refused = request();
    await expect(keys.run(refused, () => Promise.reject(new Fault(404, 'gone')))).rejects.toThrow('gone');
    await expect(keys.run(refused, answer(1))).rejects.toMatchObject({ status: 404, message: 'gone' });
    for (const fault of [new Fault(429, 'slow down', { retryAfterSeconds: 3 }), new Fault(503, 'later')]) {
      const one = request();
      await expect(keys.run(one, () => Promise.reject(fault))).rejects.toBe(fault);
      expect(await keys.run(one, answer(1))).toEqual({ reply: 1, hit: false });
    }
  });

  it('does not run again what had an answer too large to be kept', async () => {
    const one = request();
    await keys.run(one, answer('x'.repeat(5_000_000)));
    await expect(keys.run(one, answer(1))).rejects.toMatchObject({ status: 409 });
  });
});
