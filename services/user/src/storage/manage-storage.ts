import {
  addStorage,
  changeStorage,
  deleteStorage,
  deleteStorageByPath,
  type JsonObject,
  listStorage,
  objectNotFound,
  readStorageByPath,
  replaceStorageByPath,
  type StorageRow,
  storageRecord,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import type { Users } from '../user/users.ts';
import { savedReply } from './own-storage.ts';
import { contentOfBody, contentOfData } from './record-content.ts';
import { type Storage, storageCodec } from './storage.ts';

/** Records of any user, for administrators. */
export function manageStorage(storage: Storage, users: Users): Implementation[] {
  return [...byArgument(storage, users), ...byPath(storage)];
}

function byArgument(storage: Storage, users: Users): Implementation[] {
  return [
    implement(listStorage, (args) => {
      const equality = ['user_id', 'name', 'user_service_id'];
      const query = listQuery(storageRecord, { ...args }, { isAdmin: true, equality });
      return list<StorageRow>(storage.collection as never, storageCodec, query);
    }),
    implement(addStorage, async ({ user_id: userId, name, data, ...more }, { key, now }) => {
      await users.require(userId);
      const content = { ...contentOfData(data), ...linksOf(more) };
      return { rows: [storageCodec.decode(await storage.add({ userId, name }, content, key, now))] };
    }),
    implement(changeStorage, async ({ user_id: userId, name, data, ...more }) => {
      const content = { ...contentOfData(data), ...linksOf(more) };
      return { rows: [storageCodec.decode(await storage.replace({ userId, name }, content))] };
    }),
    implement(deleteStorage, async ({ user_id: userId, name }) => {
      if ((await storage.delete({ userId, name })) === 0) throw objectNotFound();
      return { rows: [] };
    }),
  ];
}

function linksOf(given: { user_service_id?: number | null | undefined; settings?: unknown }) {
  return { userServiceId: given.user_service_id, settings: given.settings as JsonObject | undefined };
}

function byPath(storage: Storage): Implementation[] {
  return [
    implement(readStorageByPath, async ({ user_id: userId, name }) => {
      const { data } = await storage.require({ userId, name });
      // Never shown as a page: an administrator must not run what a user stored (peer-http-api.md 1D: default format other).
      return { body: data, contentType: 'application/octet-stream' };
    }),
    implement(replaceStorageByPath, async ({ user_id: userId, name, body, content_type: type }) => {
      const content = contentOfBody(body, type);
      await storage.replace({ userId, name }, { ...content, settings: {} });
      return savedReply(content.data);
    }),
    implement(deleteStorageByPath, async ({ user_id: userId, name }) => {
      if ((await storage.delete({ userId, name })) === 0) throw objectNotFound();
      return { rows: [] };
    }),
  ];
}
