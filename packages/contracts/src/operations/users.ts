import { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { PASSWORD_CHARACTERS_MAX, presentLogin, presentPassword } from '../resources/password.ts';
import { selfFields, type UserRow, user } from '../resources/user.ts';

const owner = 'user';
const path = '/v1/admin/user';

/** What administrators may write of a user; balance, bonus and last_login of whole objects sent back are ignored. */
const writable = argumentsOf(user.fields);
const { user_id: _key, login: _login, ...writableShape } = writable.shape;

/** A user's fields as arguments; read-only ones are not among them. */
export interface UserFields {
  readonly partner_id?: number | null | undefined;
  readonly login?: string | undefined;
  readonly login2?: string | null | undefined;
  readonly type?: number | undefined;
  readonly created?: string | undefined;
  readonly discount?: number | undefined;
  readonly credit?: number | undefined;
  readonly comment?: string | null | undefined;
  readonly dogovor?: string | null | undefined;
  readonly block?: number | undefined;
  readonly gid?: number | undefined;
  readonly perm_credit?: number | undefined;
  readonly full_name?: string | null | undefined;
  readonly can_overdraft?: number | undefined;
  readonly phone?: string | null | undefined;
  readonly verified?: number | undefined;
  readonly create_act?: number | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

export type NewUserArguments = UserFields & { readonly login: string; readonly password: string };
export type ChangeUserArguments = UserFields & {
  readonly user_id: number;
  readonly password?: string | null | undefined;
};

function shapeOf<Arguments>(shape: Readonly<Record<string, z.ZodType>>): z.ZodType<Arguments> {
  return z.object(shape) as unknown as z.ZodType<Arguments>;
}

const userId = argumentsOf({ user_id: user.fields.user_id }, ['user_id']).shape;

/** Blocked users are shown only when they are asked for by `user_id` or by a filter on user_id or block. */
export const listUsers = operation<ListArguments & { user_id?: number | undefined }, 'list', UserRow>({
  id: 'user.list',
  owner,
  summary: 'Lists users',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(user) as z.ZodType<ListArguments & { user_id?: number | undefined }>,
  result: 'list',
  list: user,
});

/** Opens the account before it answers. 409 where the login is in use. */
export const addUser = operation<NewUserArguments, 'rows', UserRow>({
  id: 'user.add',
  owner,
  summary: 'Adds a user',
  access: 'admin',
  http: { method: 'PUT', path },
  args: shapeOf({ login: presentLogin, password: presentPassword, ...writableShape }),
  result: 'rows',
  item: user.fields,
  errors: [404, 409],
});

/** Whole objects may be sent back; an absent, null or empty password stays as it is, settings are replaced. */
export const changeUser = operation<ChangeUserArguments, 'rows', UserRow>({
  id: 'user.change',
  owner,
  summary: 'Changes a user',
  access: 'admin',
  http: { method: 'POST', path },
  args: shapeOf({
    ...writableShape,
    login: writable.shape.login as z.ZodType,
    ...userId,
    password: z.union([z.null(), field.text({ max: PASSWORD_CHARACTERS_MAX }).schema]).optional(),
  }),
  result: 'rows',
  item: user.fields,
  errors: [404, 409],
});

/** Never administrators; a balance other than 0 or services refuse it unless `force`. Answers `['1']`. */
export const deleteUser = operation<{ user_id: number; force?: number | undefined }, 'rows', string>({
  id: 'user.delete',
  owner,
  summary: 'Deletes a user with everything that is his',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf({ user_id: user.fields.user_id, force: field.flag() }, ['user_id']),
  result: 'rows',
  errors: [404],
});

/** Finds `text` in login, login2, full_name, phone and settings, and a user_id that equals it. Blocked users are left out. */
export const searchUsers = operation<ListArguments & { text?: string | undefined }, 'list', UserRow>({
  id: 'user.search',
  owner,
  summary: 'Searches users by text',
  access: 'admin',
  http: { method: 'GET', path: `${path}/search` },
  args: listArguments(user, { text: field.text({ max: 128 }) }) as z.ZodType<
    ListArguments & { text?: string | undefined }
  >,
  result: 'list',
  list: user,
});

/** The caller himself, or the user an administrator acts for. */
export const readSelf = operation<Record<string, never>, 'rows', UserRow>({
  id: 'user.self',
  owner,
  summary: 'Shows the own user',
  access: 'user',
  http: { method: 'GET', path: '/v1/user' },
  args: shapeOf({}),
  result: 'rows',
  shareable: true,
  item: user.fields,
  errors: [404],
});

/** Only full_name and phone; anything else is ignored. */
export const changeSelf = operation<
  { full_name?: string | null | undefined; phone?: string | null | undefined },
  'rows',
  UserRow
>({
  id: 'user.change-self',
  owner,
  summary: 'Changes the own user',
  access: 'user',
  http: { method: 'POST', path: '/v1/user' },
  args: argumentsOf(selfFields),
  result: 'rows',
  item: user.fields,
  errors: [404],
});

/** How many users name the caller as their partner. */
export const countReferrals = operation<Record<string, never>, 'rows', { total: number }>({
  id: 'user.referrals',
  owner,
  summary: 'Counts the users that the own user brought',
  access: 'user',
  http: { method: 'GET', path: '/v1/user/referrals' },
  args: shapeOf({}),
  result: 'rows',
  item: { total: field.integer({ min: 0 }) },
  errors: [404],
});

export const userOperations = [
  listUsers,
  addUser,
  changeUser,
  deleteUser,
  searchUsers,
  readSelf,
  changeSelf,
  countReferrals,
] as const;
