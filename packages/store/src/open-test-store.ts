import { randomBytes } from 'node:crypto';
import { openStore, type StoreLog } from './open-store.ts';
import type { Store } from './store.ts';

export const silentLog: StoreLog = { info: () => {}, warn: () => {}, error: () => {} };

/** A store of its own on the server that the global set-up started. */
export async function openTestStore(): Promise<Store> {
  return openAt(`/test_${randomBytes(6).toString('hex')}`);
}

/** The same database through connections of its own: another replica. */
export async function siblingOf(store: Store): Promise<Store> {
  return openStoreNamed(store.database.databaseName);
}

export async function openStoreNamed(databaseName: string): Promise<Store> {
  return openAt(`/${databaseName.replace(/_store$/, '')}`);
}

async function openAt(path: string): Promise<Store> {
  const url = new URL(process.env.MONGODB_URL ?? 'mongodb://127.0.0.1:27017');
  url.pathname = path;
  return openStore({ url: url.href, database: 'store', appName: 'store-test', log: silentLog });
}

export async function dropTestStore(store: Store): Promise<void> {
  await store.database.dropDatabase();
  await store.close();
}
