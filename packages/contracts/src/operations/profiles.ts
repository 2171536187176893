import type { z } from 'zod';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type ProfileRow, profile } from '../resources/profile.ts';

const owner = 'user';
const path = '/v1/admin/user/profile';

type ListProfiles = ListArguments & { id?: number | undefined; user_id?: number | undefined };

export const listProfiles = operation<ListProfiles, 'list', ProfileRow>({
  id: 'profile.list',
  owner,
  summary: 'Lists profiles',
  access: 'admin',
  http: { method: 'GET', path },
  args: listArguments(profile, ofUser) as z.ZodType<ListProfiles>,
  result: 'list',
  list: profile,
});

/** Without `user_id` it is the administrator’s own. */
export const addProfile = operation({
  id: 'profile.add',
  owner,
  summary: 'Adds a profile',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(pick(profile.fields, ['user_id', 'data'])),
  result: 'rows',
  item: profile.fields,
  errors: [404],
});

/** `data` is replaced as a whole; `user_id` hands the profile to another user. */
export const changeProfile = operation({
  id: 'profile.change',
  owner,
  summary: 'Changes a profile',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf(pick(profile.fields, ['id', 'user_id', 'data']), ['id']),
  result: 'rows',
  item: profile.fields,
  errors: [404],
});

/** Answers `['1']`. */
export const deleteProfile = operation<{ id: number }, 'rows', string>({
  id: 'profile.delete',
  owner,
  summary: 'Deletes a profile',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf(pick(profile.fields, ['id']), ['id']),
  result: 'rows',
  errors: [404],
});

export const profileOperations = [listProfiles, addProfile, changeProfile, deleteProfile] as const;
