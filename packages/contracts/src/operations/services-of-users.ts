import { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { type Operation, operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { type SpoolHistoryRow, type SpoolTaskRow, spoolHistory, spoolTask } from '../resources/spool-task.ts';
import { type UserServiceRow, userService } from '../resources/user-service.ts';

/** What the other services ask about the services of users, and do with all services of one. */
const owner = 'service-lifecycle';

/** User services of anybody with the whole list grammar, REMOVED ones included, for templates. */
export const selectUserServices: Operation<ListArguments & { user_id?: number | undefined }, 'list', UserServiceRow> =
  operation<ListArguments & { user_id?: number | undefined }, 'list', UserServiceRow>({
    id: 'user-service.select',
    owner,
    summary: 'User services for templates',
    access: 'internal',
    args: listArguments(userService, ofUser) as z.ZodType<ListArguments & { user_id?: number | undefined }>,
    result: 'list',
    list: userService,
  });

const ids = z.array(field.id().schema).max(1000).optional();

/** The services of many users, of many parents, or by id, in one call; in the order of their ids, REMOVED ones included. */
export const readUserServices = operation<
  { user_service_ids?: number[] | undefined; user_ids?: number[] | undefined; parent_ids?: number[] | undefined },
  'rows',
  UserServiceRow
>({
  id: 'user-service.read',
  owner,
  summary: 'User services by id, user or parent',
  access: 'internal',
  args: z.object({ user_service_ids: ids, user_ids: ids, parent_ids: ids }),
  result: 'rows',
  item: userService.fields,
});

/** What several services are asked about together, with the users whose they are. */
const services = z.object({
  user_ids: z.array(field.id().schema).max(1000),
  user_service_ids: z.array(field.id().schema).max(1000),
});
type ServicesOfUsers = { user_ids: number[]; user_service_ids: number[] };

/** A task with the service that it is about. */
export type TaskOfService = SpoolTaskRow & { readonly user_service_id: number };
export type AttemptOfService = SpoolHistoryRow & { readonly user_service_id: number };

/** The tasks of these services of these users, in the order of their ids, whatever their status. */
export const readTasksOfServices = operation<ServicesOfUsers, 'rows', TaskOfService>({
  id: 'user-service.tasks-of',
  owner,
  summary: 'Tasks of user services',
  access: 'internal',
  args: services,
  result: 'rows',
  item: spoolTask.fields,
});

/** The newest attempt of each of these services of these users that has one. */
export const readLastAttempts = operation<ServicesOfUsers, 'rows', AttemptOfService>({
  id: 'user-service.last-attempts',
  owner,
  summary: 'The newest attempt of user services',
  access: 'internal',
  args: services,
  result: 'rows',
  item: spoolHistory.fields,
});

const userAlone = argumentsOf(ofUser, ['user_id']);

/** First step of deleting a user: no order of his is taken any more, until it is allowed again. */
export const refuseOrders = operation<{ user_id: number; refuse: number }, 'rows', { user_id: number }>({
  id: 'services.refuse-orders',
  owner,
  summary: 'Refuses or allows orders of a user',
  access: 'internal',
  args: argumentsOf({ ...ofUser, refuse: field.flag() }, ['user_id', 'refuse']),
  result: 'rows',
});

/** How many services of a user are not REMOVED. */
export const countUserServices = operation<{ user_id: number }, 'rows', { user_id: number; services: number }>({
  id: 'services.count',
  owner,
  summary: 'How many services a user has',
  access: 'internal',
  args: userAlone,
  result: 'rows',
});

/** Last step of deleting a user: his services and tasks go, without refund or commands. */
export const eraseUserServices = operation<{ user_id: number }, 'rows', { user_id: number }>({
  id: 'services.erase',
  owner,
  summary: 'Erases the services and tasks of a deleted user',
  access: 'internal',
  args: userAlone,
  result: 'rows',
});

export const servicesOfUsersOperations = [
  selectUserServices,
  readUserServices,
  readTasksOfServices,
  readLastAttempts,
  refuseOrders,
  countUserServices,
  eraseUserServices,
] as const;
