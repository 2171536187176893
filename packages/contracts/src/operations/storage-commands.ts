import { z } from 'zod';
import * as field from '../field.ts';
import type { JsonValue } from '../json.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { type StorageRow, storageRecord } from '../resources/storage.ts';

const owner = 'user';
const access = 'internal';

export interface StoredData extends StorageRow {
  readonly data: string;
}

const record = argumentsOf({ user_id: field.id(), name: storageRecord.fields.name }, ['user_id', 'name']);

/** One record with its data as text; no row where there is none. */
export const loadStorage = operation<{ user_id: number; name: string }, 'rows', StoredData>({
  id: 'storage.load',
  owner,
  summary: 'A stored record with its data',
  access,
  args: record,
  result: 'rows',
});

/** A record with its data, unless those would have made the answer too long. */
export interface StoredDataOfUser extends StorageRow {
  readonly data?: string;
}

/** The records of this name of many users, with at most 8 MB of data: `storage.load` has those that are left out. */
export const readStorageOf = operation<{ user_ids: number[]; name: string }, 'rows', StoredDataOfUser>({
  id: 'storage.of',
  owner,
  summary: 'Stored records of users',
  access,
  args: z.object({ user_ids: z.array(field.id().schema).max(1000), name: storageRecord.fields.name.schema }),
  result: 'rows',
});

type SelectStorage = ListArguments & { user_id?: number | undefined };

export const selectStorage = operation<SelectStorage, 'list', StorageRow>({
  id: 'storage.select',
  owner,
  summary: 'Stored records for templates, without their data',
  access,
  args: listArguments(storageRecord, ofUser) as z.ZodType<SelectStorage>,
  result: 'list',
  list: storageRecord,
});

type SaveStorage = {
  user_id: number;
  name: string;
  /** The text to store. */
  data: string;
  user_service_id?: number | null | undefined;
  settings?: JsonValue | undefined;
  /** `add` refuses a name that is there with 409; `put` adds or replaces. */
  mode: 'add' | 'put';
};

export const saveStorage = operation<SaveStorage, 'rows', StorageRow>({
  id: 'storage.save',
  owner,
  summary: 'Stores a record of a user',
  access,
  args: z.object({
    ...record.shape,
    data: field.text().schema,
    user_service_id: field.id().schema.nullable().optional(),
    settings: field.json({ shape: 'object' }).schema.optional(),
    mode: z.enum(['add', 'put']),
  }) as unknown as z.ZodType<SaveStorage>,
  result: 'rows',
  item: storageRecord.fields,
  errors: [404, 409],
});

/** Answers how many there were: 0 or 1. */
export const removeStorage = operation<{ user_id: number; name: string }, 'rows', number>({
  id: 'storage.remove',
  owner,
  summary: 'Deletes a stored record of a user',
  access,
  args: record,
  result: 'rows',
});

export const storageCommands = [loadStorage, readStorageOf, selectStorage, saveStorage, removeStorage] as const;
