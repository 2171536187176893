import type { Credential, Identity } from '@countinghouse/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdentityCache } from './identity-cache.ts';

const identity: Identity = { user_id: 7, login: 'seven', role: 'user', blocked: false };
const credential: Credential = { kind: 'session', session_id: 'abc' };

// What is known is known for a second, which passes when the test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('IdentityCache', () => {
  it('asks again after a second', async () => {
    const cache = new IdentityCache();
    await cache.resolve(credential, async () => identity);
    vi.advanceTimersByTime(999);
    expect(await cache.resolve(credential, async () => undefined)).toEqual(identity);
    vi.advanceTimersByTime(1);
    expect(await cache.resolve(credential, async () => undefined)).toBeUndefined();
  });

  it('asks once for the same credential', async () => {
    const cache = new IdentityCache();
    let asked = 0;
    const find = async () => {
      asked += 1;
      return identity;
    };
    expect(await Promise.all([cache.resolve(credential, find), cache.resolve(credential, find)])).toEqual([
      identity,
      identity,
    ]);
    expect(await cache.resolve(credential, find)).toEqual(identity);
    expect(asked).toBe(1);
  });

  it('does not remember that a credential was wrong', async () => {
    const cache = new IdentityCache();
    expect(await cache.resolve(credential, async () => undefined)).toBeUndefined();
    expect(await cache.resolve(credential, async () => identity)).toEqual(identity);
  });

  it('does not mix up a session with a password', async () => {
    const cache = new IdentityCache();
    await cache.resolve(credential, async () => identity);
    const other = await cache.resolve({ kind: 'password', login: 'abc', password: '' }, async () => undefined);
    expect(other).toBeUndefined();
  });

  it('asks again after an invalidation', async () => {
    const cache = new IdentityCache();
    await cache.resolve(credential, async () => identity);
    cache.forget(7);
    expect(await cache.resolve(credential, async () => undefined)).toBeUndefined();
  });

  it('does not store what was looked up before an invalidation', async () => {
    const cache = new IdentityCache();
    let answer: (found: Identity) => void = () => undefined;
    const early = cache.resolve(
      credential,
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    cache.forget(7);
    answer(identity);
    await early;
    expect(await cache.resolve(credential, async () => undefined)).toBeUndefined();
  });

  it('keeps what is known of other users', async () => {
    const cache = new IdentityCache();
    await cache.resolve(credential, async () => identity);
    cache.forget(8);
    expect(await cache.resolve(credential, async () => undefined)).toEqual(identity);
  });
});
