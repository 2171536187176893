import { describe, expect, it } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** Reads that end when the test says so. */
function reads() {
  const begun: PromiseWithResolvers<string>[] = [];
  const begin = (): Promise<string> => {
    const read = Promise.withResolvers<string>();
    begun.push(read);
    return read.promise;
  };
  return { begun, begin };
}

describe('SharedReads', () => {
  it('begins at once when nothing is under way', async () => {
    const { begun, begin } = reads();
    const answer = new SharedReads().read('a', begin);
    begun[0]?.resolve('one');
    expect(await answer).toBe('one');
  });

  it('lets those who come during a read share the next one, never the running one', async () => {
    const { begun, begin } = reads();
    const shared = new SharedReads();
    const first = shared.read('a', begin);
    const late = [shared.read('a', begin), shared.read('a', begin)];
    expect(begun).toHaveLength(1);
    begun[0]?.resolve('before');
    expect(await first).toBe('before');
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.resolve('after');
    expect(await Promise.all(late)).toEqual(['after', 'after']);
    expect(begun).toHaveLength(2);
  });

  it('keeps different reads apart', () => {
    const { begun, begin } = reads();
    const shared = new SharedReads();
    void shared.read('a', begin);
    void shared.read('b', begin);
    expect(begun).toHaveLength(2);
  });

  it('goes on after a read that failed', async () => {
    const { begun, begin } = reads();
    const shared = new SharedReads();
    const first = shared.read('a', begin);
    const second = shared.read('a', begin);
    begun[0]?.reject(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.resolve('there');
    expect(await second).toBe('there');
    const third = shared.read('a', begin);
    begun[2]?.resolve('again');
    expect(await third).toBe('again');
  });
});
