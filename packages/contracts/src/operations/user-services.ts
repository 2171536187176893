import type { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type SpoolTaskRow, spoolTask } from '../resources/spool-task.ts';
import { type UserServiceRow, userService, userServiceView } from '../resources/user-service.ts';
import { target, targetNames } from './user-service-arguments.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/user/service';

type ViewArguments = ListArguments & {
  user_id?: number | undefined;
  user_service_id?: number | undefined;
  usi?: number | undefined;
  parent?: number | undefined;
  category?: string | undefined;
};
const viewArguments = listArguments(userService, {
  ...ofUser,
  usi: field.id({ description: 'The same as user_service_id' }),
  parent: field.id({ description: 'The children of this one instead of those without a parent' }),
  category: field.text({ description: 'LIKE pattern' }),
}) as z.ZodType<ViewArguments>;

/** Roots that are not REMOVED, unless user_service_id, parent or status are asked for. */
export const listUserServices = operation<ViewArguments, 'list', UserServiceRow & Record<string, unknown>>({
  id: 'user-service.list',
  owner,
  summary: 'Lists the services of users with their catalogue row and write-off',
  access: 'admin',
  http: { method: 'GET', path },
  args: viewArguments,
  result: 'list',
  list: userService,
  item: userServiceView,
});

/** A bare row: no write-off, no children, no billing, no event. Ordering is `PUT /v1/admin/service/order`. */
export const addUserService = operation({
  id: 'user-service.add',
  owner,
  summary: 'Adds a bare service to a user',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(
    {
      ...pick(userService.fields, ['user_id', 'service_id', 'auto_bill', 'withdraw_id', 'created', 'expire']),
      ...pick(userService.fields, ['status_before', 'status', 'next', 'parent', 'settings']),
    },
    ['service_id'],
  ),
  result: 'rows',
  item: userService.fields,
  errors: [404],
});

/** Only `auto_bill`, `next` and `settings` can be written; everything else of a whole object is ignored. */
export const changeUserService = operation({
  id: 'user-service.write',
  owner,
  summary: 'Changes a service of a user',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf(
    pick(userService.fields, ['user_id', 'user_service_id', 'auto_bill', 'next', 'settings']),
    targetNames,
  ),
  result: 'rows',
  item: userService.fields,
  errors: [404, 408],
});

/** From BLOCK and NOT PAID; from ACTIVE with `force`. */
export const deleteUserService = operation({
  id: 'user-service.delete',
  owner,
  summary: 'Removes a service of a user and returns what is unused',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf({ ...target, force: field.flag() }, targetNames),
  result: 'rows',
  item: userService.fields,
  errors: [404, 408],
});

/** The tasks of one service in the order of their ids, whatever their status; no paging. */
export const listUserServiceTasks = operation<{ user_id: number; user_service_id: number }, 'rows', SpoolTaskRow>({
  id: 'user-service.tasks',
  owner,
  summary: 'Lists the tasks of a service of a user',
  access: 'admin',
  http: { method: 'GET', path: `${path}/spool` },
  args: argumentsOf(target, targetNames),
  result: 'rows',
  item: spoolTask.fields,
});

export const userServiceOperations = [
  listUserServices,
  addUserService,
  changeUserService,
  deleteUserService,
  listUserServiceTasks,
] as const;
