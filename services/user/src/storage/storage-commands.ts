import {
  Fault,
  type JsonObject,
  loadStorage,
  readStorageOf,
  removeStorage,
  type StorageRow,
  saveStorage,
  selectStorage,
  storageRecord,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import type { Users } from '../user/users.ts';
import { type Storage, storageCodec } from './storage.ts';

/** UTF-8 of the data in one answer for many users. */
const DATA_BYTES_MAX = 8 * 1024 * 1024;

/** Stored records for templates. */
export function storageCommands(storage: Storage, users: Users): Implementation[] {
  return [
    implement(loadStorage, async ({ user_id: userId, name }) => {
      const document = await storage.find({ userId, name });
      return { rows: document ? [{ ...storageCodec.decode(document), data: document.data }] : [] };
    }),
    implement(readStorageOf, async ({ user_ids: userIds, name }) => {
      const records = await storage.findOfUsers(userIds, name, DATA_BYTES_MAX);
      const rows = records.map(({ document, data }) => ({
        ...storageCodec.decode(document),
        ...(data === undefined ? {} : { data }),
      }));
      return { rows };
    }),
    implement(selectStorage, (args) => {
      const query = listQuery(storageRecord, { ...args }, { isAdmin: true, equality: ['user_id'] });
      return list<StorageRow>(storage.collection as never, storageCodec, query);
    }),
    implement(saveStorage, async ({ user_id: userId, name, data, mode, settings, ...more }, { key, now }) => {
      await users.require(userId);
      if (name === '') throw new Fault(400, 'Name is required');
      const content = { data, userServiceId: more.user_service_id, settings: (settings ?? {}) as JsonObject };
      const save = mode === 'add' ? storage.add : storage.put;
      return { rows: [storageCodec.decode(await save.call(storage, { userId, name }, content, key, now))] };
    }),
    implement(removeStorage, async ({ user_id: userId, name }) => ({ rows: [await storage.delete({ userId, name })] })),
  ];
}
