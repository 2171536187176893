import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { openStore, type Store, type StoreLog } from './store.ts';

export const silentLog: StoreLog = { info: () => {}, warn: () => {}, error: () => {} };

/** A store of its own on the server that the global set-up started; dropped when the caller closes it. */
export async function openTestStore(): Promise<Store> {
  const url = new URL(process.env.MONGODB_URL ?? 'mongodb://127.0.0.1:27017');
  url.pathname = `/test_${randomBytes(6).toString('hex')}`;
  return openStore({ url: url.href, database: 'store', appName: 'store-test', log: silentLog });
}

export async function dropTestStore(store: Store): Promise<void> {
  await store.database.dropDatabase();
  await store.close();
}

/** For tests that need a store alone. */
export async function storeOfThisTest(): Promise<Store> {
  const store = await openTestStore();
  onTestFinished(() => dropTestStore(store));
  return store;
}
