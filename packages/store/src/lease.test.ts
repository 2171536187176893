import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lease, Leases } from './lease.ts';
import { dropTestStore, openTestStore, siblingOf } from './open-test-store.ts';
import type { Store } from './store.ts';

let store: Store;
let leases: Leases;
beforeAll(async () => {
  store = await openTestStore();
  leases = new Leases(store);
});
afterAll(() => dropTestStore(store));

describe('Leases', () => {
  it('have one holder, also among many who ask at once', async () => {
    const sibling = await siblingOf(store);
    const others = new Leases(sibling);
    const asked = Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? leases : others).acquire('rush', `h${index}`, 60_000),
    );
    const held = (await Promise.all(asked)).filter((lease) => lease !== undefined);
    await sibling.close();
    expect(held).toHaveLength(1);
    expect(held[0]?.token).toBe(1);
  });

  it('are not given twice to the same holder', async () => {
    await leases.acquire('same', '$holder', 60_000);
    expect(await leases.acquire('same', '$holder', 60_000)).toBeUndefined();
  });

  it('pass on after release, with a larger token', async () => {
    const first = (await leases.acquire('job', 'a', 60_000)) as Lease;
    expect(await first.renew()).toBe(true);
    await first.release();
    const second = (await leases.acquire('job', 'b', 60_000)) as Lease;
    expect(second).toMatchObject({ name: 'job', holder: 'b', token: first.token + 1 });
    expect(await first.renew()).toBe(false);
    await first.release();
    expect(await second.renew()).toBe(true);
  });

  it('pass on when their time is over', async () => {
    const first = (await leases.acquire('short', 'a', 1)) as Lease;
    await expect.poll(() => leases.acquire('short', 'b', 60_000)).toMatchObject({ token: 2 });
    expect(await first.renew()).toBe(false);
  });
});
