import { z } from 'zod';
import * as field from '../field.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { PASSWORD_CHARACTERS_MAX } from '../resources/password.ts';
import { type ProfileRow, profile } from '../resources/profile.ts';
import type { OpenedSession } from '../resources/session.ts';
import { type StorageRow, storageRecord } from '../resources/storage.ts';
import { type UserRow, user } from '../resources/user.ts';
import { type ChangeUserArguments, changeUser, type NewUserArguments } from './users.ts';

const owner = 'user';
const access = 'internal';
const userIds = z.object({ user_ids: z.array(field.id().schema).max(1000) });

/** All fields of these users with billing’s figures, blocked ones too; unknown ids are left out. In the order of their ids. */
export const readUsers = operation<{ user_ids: number[] }, 'rows', UserRow>({
  id: 'user.read',
  owner,
  summary: 'Users by id',
  access,
  args: userIds,
  result: 'rows',
  item: user.fields,
});

/** The whole list grammar over all fields; `limit` 0 streams all. Blocked users as in `user.list`. */
export const selectUsers = operation<ListArguments & { user_id?: number | undefined }, 'list', UserRow>({
  id: 'user.select',
  owner,
  summary: 'Users for templates',
  access,
  args: listArguments(user) as z.ZodType<ListArguments & { user_id?: number | undefined }>,
  result: 'list',
  list: user,
});

/** The id of the user with this login or login2, without case; no row where there is none. */
export const findUserByLogin = operation<{ login: string }, 'rows', { user_id: number }>({
  id: 'user.by-login',
  owner,
  summary: 'Finds a user by login',
  access,
  args: argumentsOf({ login: field.text({ max: 128 }) }, ['login']),
  result: 'rows',
});

export const readProfiles = operation<{ user_ids: number[] }, 'rows', ProfileRow>({
  id: 'profile.of',
  owner,
  summary: 'Profiles of users',
  access,
  args: userIds,
  result: 'rows',
  item: profile.fields,
});

export interface EmailsOfUser {
  readonly user_id: number;
  /** The first of `emails`, null where there is none. */
  readonly email: string | null;
  /** All valid ones: settings.email, login2, login, profiles. */
  readonly emails: readonly string[];
}

export const readEmails = operation<{ user_ids: number[] }, 'rows', EmailsOfUser>({
  id: 'email.of',
  owner,
  summary: 'E-mail addresses of users',
  access,
  args: userIds,
  result: 'rows',
});

export interface ReferralsOfUser {
  readonly user_id: number;
  readonly total: number;
}

export const readReferrals = operation<{ user_ids: number[] }, 'rows', ReferralsOfUser>({
  id: 'user.referrals-of',
  owner,
  summary: 'How many users these users brought',
  access,
  args: userIds,
  result: 'rows',
});

/** What `POST /v1/admin/user` does, for templates. */
export const writeUser = operation<ChangeUserArguments, 'rows', UserRow>({
  id: 'user.write',
  owner,
  summary: 'Changes a user',
  access,
  args: changeUser.args,
  result: 'rows',
  item: user.fields,
  errors: [404, 409],
});

/** Deep merge into the settings: null deletes a member (domain.md 0). */
export const mergeSettings = operation<{ user_id: number; settings: JsonValue }, 'rows', UserRow>({
  id: 'user.merge-settings',
  owner,
  summary: 'Merges into the settings of a user',
  access,
  args: argumentsOf({ user_id: field.id(), settings: field.json({ shape: 'object' }) }, ['user_id', 'settings']),
  result: 'rows',
  item: user.fields,
  errors: [404, 409],
});

/** Registers as `PUT /v1/user` does, but without its switches, captcha and counting. */
export const registerUser = operation<NewUserArguments, 'rows', UserRow>({
  id: 'user.create',
  owner,
  summary: 'Registers a user for a template',
  access,
  args: z.object({
    ...(changeUser.args as unknown as z.ZodObject).shape,
    user_id: z.undefined().optional(),
    login: field.text({ max: 128 }).schema,
    password: field.text({ max: PASSWORD_CHARACTERS_MAX }).schema,
  }) as unknown as z.ZodType<NewUserArguments>,
  result: 'rows',
  item: user.fields,
  errors: [404, 409],
});

/** Sets a password, a generated one where none is given, and answers it. 400 for administrators. */
export const setNewPassword = operation<{ user_id: number; password?: string | null | undefined }, 'rows', string>({
  id: 'password.renew',
  owner,
  summary: 'Sets a new password of a user',
  access,
  args: argumentsOf({ user_id: field.id(), password: field.text({ max: PASSWORD_CHARACTERS_MAX, nullable: true }) }, [
    'user_id',
  ]),
  result: 'rows',
  errors: [404],
});

export const openSessionOf = operation<{ user_id: number; usi?: number | null | undefined }, 'rows', OpenedSession>({
  id: 'session.create',
  owner,
  summary: 'Opens a session for a user',
  access,
  args: argumentsOf({ user_id: field.id(), usi: field.id({ nullable: true }) }, ['user_id']),
  result: 'rows',
  errors: [404],
});

/** What `DELETE /v1/admin/user` does. */
export const removeUser = operation<{ user_id: number; force?: number | undefined }, 'rows', string>({
  id: 'user.remove',
  owner,
  summary: 'Deletes a user',
  access,
  args: argumentsOf({ user_id: field.id(), force: field.flag() }, ['user_id']),
  result: 'rows',
  errors: [404],
});

/** What `PUT /v1/user/email` does; answers its message. */
export const setEmailOf = operation<{ user_id: number; email: string }, 'rows', { msg: string }>({
  id: 'email.set-of',
  owner,
  summary: 'Sets the e-mail address of a user',
  access,
  args: argumentsOf({ user_id: field.id(), email: field.text({ max: 255 }) }, ['user_id', 'email']),
  result: 'rows',
  errors: [404],
});

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
  args: z.object({ ...userIds.shape, name: storageRecord.fields.name.schema }),
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

export const USER_CREATED_EVENT = 'user.created';
export const USER_CHANGED_EVENT = 'user.changed';
export const USER_DELETED_EVENT = 'user.deleted';
/** A user registered himself: tasks for service events named `registered`. */
export const REGISTERED_EVENT = 'registered';
/** A user asked for a new password: tasks for service events named `user_password_reset`. */
export const USER_PASSWORD_RESET_EVENT = 'user_password_reset';

/** The data of the user events: enough for consumers to keep who is there, blocked or an administrator. */
export interface UserEvent {
  readonly user_id: number;
  readonly login?: string;
  readonly block?: number;
  readonly gid?: number;
  readonly partner_id?: number | null;
  readonly settings?: JsonObject;
}

export const userCommandOperations = [
  readUsers,
  selectUsers,
  findUserByLogin,
  readProfiles,
  readEmails,
  readReferrals,
  writeUser,
  mergeSettings,
  registerUser,
  setNewPassword,
  openSessionOf,
  removeUser,
  setEmailOf,
  loadStorage,
  readStorageOf,
  selectStorage,
  saveStorage,
  removeStorage,
] as const;
