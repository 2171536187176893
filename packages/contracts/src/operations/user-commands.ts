import { z } from 'zod';
import * as field from '../field.ts';
import type { JsonValue } from '../json.ts';
import { type ListArguments, listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { PASSWORD_CHARACTERS_MAX } from '../resources/password.ts';
import { type ProfileRow, profile } from '../resources/profile.ts';
import type { OpenedSession } from '../resources/session.ts';
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
] as const;
