import { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments, ofUser } from '../list-arguments.ts';
import { type Operation, operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type SpoolHistoryRow, type SpoolTaskRow, spoolHistory, spoolTask } from '../resources/spool-task.ts';
import { ownUserService, type UserServiceRow, userService, userServiceView } from '../resources/user-service.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/user/service';

/** The two ids that every command of an administrator on one service takes. */
const target = pick(userService.fields, ['user_id', 'user_service_id']);
const targetNames = ['user_id', 'user_service_id'] as const;

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

/** A command on one service of a user, by an administrator; answers the row as it is afterwards. */
function command<const F extends Parameters<typeof argumentsOf>[0], const R extends keyof F & string = never>(
  name: string,
  summary: string,
  more: F,
  required: readonly R[] = [],
) {
  return operation({
    id: `user-service.${name}`,
    owner,
    summary,
    access: 'admin',
    http: { method: 'POST', path: `${path}/${name}` },
    args: argumentsOf({ ...target, ...more }, [...targetNames, ...required]),
    result: 'rows',
    item: userService.fields,
    errors: [404, 408],
  });
}

const autoBill = { auto_bill: field.flag({ description: 'Written with it' }) } as const;
const finishActive = field.flag({ default: 1, description: '0: the tariff changes when the paid period ends' });
const tariffChange = {
  service_id: userService.fields.service_id,
  finish_active: finishActive,
  allow_partial_period: field.flag({ default: 0, description: 'Buy a shorter period where money is short' }),
} as const;

export const stopUserService = command('stop', 'Blocks an ACTIVE service', autoBill);
export const activateUserService = command('activate', 'Activates a BLOCKed service, renewing it first', autoBill);
export const touchUserService = command('touch', 'Does now what billing has due for a service', {});
export const changeTariff = command('change', 'Changes the tariff of a service', tariffChange, ['service_id']);
export const setUserServiceStatus = command(
  'status',
  'Writes the status without events',
  { status: field.text({ oneOf: ['ACTIVE', 'BLOCK'] }) },
  ['status'],
);
export const finishUserService = command('finish', 'Ends the paid period now and returns what is unused', {
  money_back: field.flag({ default: 1 }),
});
export const recalcUserService = command('recalc', 'Prices an unpaid write-off anew', { months: field.period() });
export const extendUserService = command('extend', 'Adds time for money', { money: field.money({ min: 0.01 }) }, [
  'money',
]);

const ownPath = '/v1/user/service';
const own = pick(userService.fields, ['user_service_id']);

type OwnArguments = ListArguments & { user_service_id?: number | undefined; category?: string | undefined };

export const listOwnServices = operation<OwnArguments, 'list', Record<string, unknown>>({
  id: 'user-service.own',
  owner,
  summary: 'Lists the services of the user',
  access: 'user',
  http: { method: 'GET', path: ownPath },
  args: listArguments(userService, { category: field.text({ max: 64 }) }) as z.ZodType<OwnArguments>,
  result: 'list',
  list: userService,
  item: ownUserService,
});

export const deleteOwnService = operation({
  id: 'user-service.delete-own',
  owner,
  summary: 'Removes a service of the user',
  access: 'user',
  http: { method: 'DELETE', path: ownPath },
  args: argumentsOf({ ...own, force: field.flag() }, ['user_service_id']),
  result: 'rows',
  item: userService.fields,
  errors: [404, 408],
});

export const stopOwnService = operation({
  id: 'user-service.stop-own',
  owner,
  summary: 'Blocks an ACTIVE service of the user',
  access: 'user',
  http: { method: 'POST', path: `${ownPath}/stop` },
  args: argumentsOf({ ...own, ...autoBill }, ['user_service_id']),
  result: 'rows',
  item: userService.fields,
  errors: [404, 408],
});

/** Answers `[1]`. */
export const changeOwnTariff = operation({
  id: 'user-service.change-own',
  owner,
  summary: 'Changes the tariff of a service of the user',
  access: 'user',
  http: { method: 'POST', path: `${ownPath}/change` },
  args: argumentsOf({ ...own, ...tariffChange }, ['user_service_id', 'service_id']),
  result: 'rows',
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

/** Runs the commands of a service event for one service, as if it happened again (domain.md 3.4). */
export const runServiceEvent = operation<
  { user_id: number; user_service_id: number; event: string },
  'rows',
  UserServiceRow
>({
  id: 'user-service.run-event',
  owner,
  summary: 'Runs the commands of an event for a user service',
  access: 'internal',
  args: argumentsOf({ ...target, event: field.text({ max: 32 }) }, [...targetNames, 'event']),
  result: 'rows',
  item: userService.fields,
  errors: [404, 408],
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

export const userServiceOperations = [
  listUserServices,
  addUserService,
  changeUserService,
  deleteUserService,
  stopUserService,
  activateUserService,
  touchUserService,
  changeTariff,
  setUserServiceStatus,
  finishUserService,
  recalcUserService,
  extendUserService,
  listOwnServices,
  deleteOwnService,
  stopOwnService,
  changeOwnTariff,
  listUserServiceTasks,
  selectUserServices,
  readUserServices,
  readTasksOfServices,
  readLastAttempts,
  runServiceEvent,
  refuseOrders,
  countUserServices,
  eraseUserServices,
] as const;
