import { expect, it } from 'vitest';
import { HashQueue } from './hash-queue.ts';

it('lets as many run and wait as it may, refuses the others, and lets them in as others leave', async () => {
  const queue = new HashQueue({ running: 2, waitingMax: 100 });
  const begun: PromiseWithResolvers<string>[] = [];
  const work = () => {
    const hash = Promise.withResolvers<string>();
    begun.push(hash);
    return hash.promise;
  };
  const taken = Array.from({ length: 102 }, () => queue.run(work));
  await expect(queue.run(work)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
  expect(begun).toHaveLength(2);
  begun[0]?.resolve('first');
  expect(await taken[0]).toBe('first');
  await expect.poll(() => begun.length).toBe(3);
  taken.push(queue.run(work));
  for (let next = 1; next < taken.length; next += 1) {
    await expect.poll(() => begun.length).toBeGreaterThan(next);
    begun[next]?.resolve(`${next}`);
    expect(await taken[next]).toBe(`${next}`);
  }
});

it('goes on after a hash that failed', async () => {
  const queue = new HashQueue({ running: 1, waitingMax: 1 });
  await expect(queue.run(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
  expect(await queue.run(async () => 'hash')).toBe('hash');
});
