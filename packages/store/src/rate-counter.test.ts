import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropTestStore, openTestStore } from './open-test-store.ts';
import { RateCounter } from './rate-counter.ts';
import type { Store } from './store.ts';

let store: Store;
let counter: RateCounter;
beforeAll(async () => {
  store = await openTestStore();
  counter = new RateCounter(store);
});
afterAll(() => dropTestStore(store));

const limit = { windowMs: 180_000, max: 5 };
const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);

describe('RateCounter', () => {
  it('allows so many hits inside the window and says when the next may come', async () => {
    for (let second = 0; second < 5; second += 1) {
      expect(await counter.hit('login', 'a', limit, at(second))).toEqual({ allowed: true, retryAfterSeconds: 0 });
    }
    expect(await counter.hit('login', 'a', limit, at(10))).toEqual({ allowed: false, retryAfterSeconds: 170 });
    expect(await counter.check('login', 'a', limit, at(10))).toEqual({ allowed: false, retryAfterSeconds: 170 });
    expect(await counter.hit('login', 'a', limit, at(179))).toMatchObject({ allowed: false });
    expect(await counter.check('login', 'a', limit, at(180))).toMatchObject({ allowed: true });
    expect(await counter.hit('login', 'a', limit, at(180))).toMatchObject({ allowed: true });
    expect(await counter.hit('login', 'a', limit, at(180))).toEqual({ allowed: false, retryAfterSeconds: 1 });
  });

  it('counts names and addresses apart', async () => {
    const once = { windowMs: 1000, max: 1 };
    for (const [name, address] of [
      ['x', '1'],
      ['x', '2'],
      ['y', '1'],
    ] as const) {
      expect((await counter.hit(name, address, once, at(0))).allowed).toBe(true);
    }
    expect((await counter.check('z', '1', once, at(0))).allowed).toBe(true);
  });

  it('counts right under concurrency', async () => {
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => counter.hit('rush', 'a', limit)));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(5);
  });
});
