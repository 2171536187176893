import type { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { ownUserService, userService } from '../resources/user-service.ts';
import { autoBill, tariffChange } from './user-service-arguments.ts';

const owner = 'service-lifecycle';
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

export const ownServiceOperations = [listOwnServices, deleteOwnService, stopOwnService, changeOwnTariff] as const;
