import { z } from 'zod';
import * as field from '../field.ts';
import type { JsonValue } from '../json.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type StorageRow, storageRecord } from '../resources/storage.ts';

const owner = 'user';
const path = '/v1/storage/manage';
const adminPath = '/v1/admin/storage/manage';

type ListStorage = ListArguments & {
  id?: number | undefined;
  user_id?: number | undefined;
  name?: string | undefined;
  user_service_id?: number | undefined;
};

const more = { name: storageRecord.fields.name, user_service_id: field.id() } as const;

export const listOwnStorage = operation<ListStorage, 'list', StorageRow>({
  id: 'storage.list-own',
  owner,
  summary: 'Lists the own stored records, without their data',
  access: 'user',
  http: { method: 'GET', path },
  args: listArguments(storageRecord, more) as z.ZodType<ListStorage>,
  result: 'list',
  list: storageRecord,
});

const byName = argumentsOf({ name: storageRecord.fields.name }, ['name']);
const ofNamedUser = argumentsOf({ user_id: field.id(), name: storageRecord.fields.name }, ['user_id', 'name']);

const written = {
  /** The body as it came. */
  body: field.text().schema.optional(),
  /** Its content type: `application/json` with valid JSON is kept as JSON. */
  content_type: field.text({ max: 255 }).schema.optional(),
};
type WriteOwn = { name: string; body?: string | undefined; content_type?: string | undefined };
const writeOwn = z.object({ ...byName.shape, ...written }) as unknown as z.ZodType<WriteOwn>;

/** The data as text; `format` makes it something else. */
export const readOwnStorage = operation<{ name: string }, 'raw', string>({
  id: 'storage.read-own',
  owner,
  summary: 'Shows the data of an own stored record',
  access: 'user',
  http: { method: 'GET', path: `${path}/*name` },
  args: byName,
  result: 'raw',
  errors: [404],
});

/** Answers `{"result":"successful","length":N}` as text. 409 where the name is taken. */
export const addOwnStorage = operation<WriteOwn, 'raw', string>({
  id: 'storage.add-own',
  owner,
  summary: 'Stores a record',
  access: 'user',
  http: { method: 'PUT', path: `${path}/*name` },
  args: writeOwn,
  result: 'raw',
  rawBody: true,
  errors: [404, 409],
});

export const replaceOwnStorage = operation<WriteOwn, 'raw', string>({
  id: 'storage.replace-own',
  owner,
  summary: 'Replaces the data of an own stored record',
  access: 'user',
  http: { method: 'POST', path: `${path}/*name` },
  args: writeOwn,
  result: 'raw',
  rawBody: true,
  errors: [404],
});

function deletionOfOwn(id: string, at: string) {
  return operation<{ name: string }, 'rows', never>({
    id,
    owner,
    summary: 'Deletes an own stored record',
    access: 'user',
    http: { method: 'DELETE', path: at },
    args: byName,
    result: 'rows',
    errors: [404],
  });
}

export const deleteOwnStorage = deletionOfOwn('storage.delete-own', `${path}/*name`);
export const deleteOwnStorageByArgument = deletionOfOwn('storage.delete-own-by-argument', path);

export const downloadOwnStorage = operation<{ name: string }, 'raw', string>({
  id: 'storage.download',
  owner,
  summary: 'Downloads the data of an own stored record',
  access: 'user',
  http: { method: 'GET', path: '/v1/storage/download/*name' },
  args: byName,
  result: 'raw',
  errors: [404],
});

export const listStorage = operation<ListStorage, 'list', StorageRow>({
  id: 'storage.list',
  owner,
  summary: 'Lists stored records, without their data',
  access: 'admin',
  http: { method: 'GET', path: adminPath },
  args: listArguments(storageRecord, { ...ofUser, ...more }) as z.ZodType<ListStorage>,
  result: 'list',
  list: storageRecord,
});

const data = z.unknown().optional() as unknown as z.ZodType<JsonValue | undefined>;
type WriteStorage = {
  user_id: number;
  name: string;
  data?: JsonValue | undefined;
  user_service_id?: number | null | undefined;
  settings?: JsonValue | undefined;
};
const write = z.object({
  ...argumentsOf(pick(storageRecord.fields, ['user_id', 'name', 'user_service_id', 'settings']), ['user_id', 'name'])
    .shape,
  data,
}) as unknown as z.ZodType<WriteStorage>;

/** Text is stored as it is, anything else as JSON. */
export const addStorage = operation<WriteStorage, 'rows', StorageRow>({
  id: 'storage.add',
  owner,
  summary: 'Stores a record of a user',
  access: 'admin',
  http: { method: 'PUT', path: adminPath },
  args: write,
  result: 'rows',
  item: storageRecord.fields,
  errors: [404, 409],
});

export const changeStorage = operation<WriteStorage, 'rows', StorageRow>({
  id: 'storage.change',
  owner,
  summary: 'Changes a stored record of a user',
  access: 'admin',
  http: { method: 'POST', path: adminPath },
  args: write,
  result: 'rows',
  item: storageRecord.fields,
  errors: [404],
});

function deletion(id: string, at: string) {
  return operation<{ user_id: number; name: string }, 'rows', never>({
    id,
    owner,
    summary: 'Deletes a stored record of a user',
    access: 'admin',
    http: { method: 'DELETE', path: at },
    args: ofNamedUser,
    result: 'rows',
    errors: [404],
  });
}

export const deleteStorage = deletion('storage.delete', adminPath);
export const deleteStorageByPath = deletion('storage.delete-by-path', `${adminPath}/*name`);

export const readStorageByPath = operation<{ user_id: number; name: string }, 'raw', string>({
  id: 'storage.read-by-path',
  owner,
  summary: 'Shows the data of a stored record of a user',
  access: 'admin',
  http: { method: 'GET', path: `${adminPath}/*name` },
  args: ofNamedUser,
  result: 'raw',
  errors: [404],
});

type WriteByPath = WriteOwn & { user_id: number };

export const replaceStorageByPath = operation<WriteByPath, 'raw', string>({
  id: 'storage.replace-by-path',
  owner,
  summary: 'Replaces the data of a stored record of a user',
  access: 'admin',
  http: { method: 'POST', path: `${adminPath}/*name` },
  args: z.object({ ...ofNamedUser.shape, ...written }) as unknown as z.ZodType<WriteByPath>,
  result: 'raw',
  rawBody: true,
  errors: [404],
});

export const storageOperations = [
  listOwnStorage,
  readOwnStorage,
  addOwnStorage,
  replaceOwnStorage,
  deleteOwnStorage,
  deleteOwnStorageByArgument,
  downloadOwnStorage,
  listStorage,
  addStorage,
  changeStorage,
  deleteStorage,
  deleteStorageByPath,
  readStorageByPath,
  replaceStorageByPath,
] as const;
