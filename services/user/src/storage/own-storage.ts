import {
  addOwnStorage,
  deleteOwnStorage,
  deleteOwnStorageByArgument,
  downloadOwnStorage,
  hasAdminRights,
  listOwnStorage,
  objectNotFound,
  type RawReply,
  readOwnStorage,
  replaceOwnStorage,
  type StorageRow,
  storageRecord,
} from '@countinghouse/contracts';
import { actingUser, type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import type { Users } from '../user/users.ts';
import { contentOfBody } from './record-content.ts';
import { type Storage, storageCodec } from './storage.ts';

/** A user’s own records. */
export function ownStorage(storage: Storage, users: Pick<Users, 'require'>): Implementation[] {
  return [...readers(storage), ...writers(storage, users)];
}

function readers(storage: Storage): Implementation[] {
  return [
    implement(listOwnStorage, (args, context) => {
      const restriction = { user_id: actingUser(context) };
      const isAdmin = hasAdminRights(context.caller);
      const query = listQuery(
        storageRecord,
        { ...args },
        { isAdmin, restriction, equality: ['name', 'user_service_id'] },
      );
      return list<StorageRow>(storage.collection as never, storageCodec, query);
    }),
    implement(readOwnStorage, async ({ name }, context) => {
      const userId = actingUser(context);
      const { data } = await storage.require({ userId, name });
      // What another user stored is never shown as a page to an administrator.
      return userId === context.caller.userId
        ? { body: data }
        : { body: data, contentType: 'text/plain; charset=utf-8' };
    }),
    implement(downloadOwnStorage, async ({ name }, context) => {
      const { data } = await storage.require({ userId: actingUser(context), name });
      return downloadOf(name, data);
    }),
  ];
}

function writers(storage: Storage, users: Pick<Users, 'require'>): Implementation[] {
  return [
    implement(addOwnStorage, async ({ name, body, content_type: type }, context) => {
      const content = contentOfBody(body, type);
      const { _id: userId } = await users.require(actingUser(context));
      await storage.add({ userId, name }, content, context.key, context.now);
      return savedReply(content.data);
    }),
    implement(replaceOwnStorage, async ({ name, body, content_type: type }, context) => {
      const content = contentOfBody(body, type);
      await storage.replace({ userId: actingUser(context), name }, { ...content, settings: {} });
      return savedReply(content.data);
    }),
    ...[deleteOwnStorage, deleteOwnStorageByArgument].map((operation) =>
      implement(operation, async ({ name }, context) => {
        if ((await storage.delete({ userId: actingUser(context), name })) === 0) throw objectNotFound();
        return { rows: [] };
      }),
    ),
  ];
}

/** Length in bytes of UTF-8. */
export function savedReply(data: string): RawReply {
  return { body: JSON.stringify({ result: 'successful', length: Buffer.byteLength(data) }) };
}

function downloadOf(name: string, data: string): RawReply {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return {
    contentType: 'binary/octet-stream',
    headers: { 'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}` },
    body: data,
  };
}
