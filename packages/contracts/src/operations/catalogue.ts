import { z } from 'zod';
import * as field from '../field.ts';
import { listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type ServiceChild, type ServiceRow, service } from '../resources/service.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/service';
const { children, ...ownFields } = service.fields;

/** Deleted services are hidden unless the filter names `deleted`, or `service_id` or `parent` are given. */
export const listServices = operation<
  ReturnType<typeof listServicesArguments>['_output'],
  'list',
  ServiceRow & { qnt?: number }
>({
  id: 'service.list',
  owner,
  summary: 'Lists the catalogue of services',
  access: 'admin',
  http: { method: 'GET', path },
  args: listServicesArguments(),
  result: 'list',
  list: service,
});

function listServicesArguments() {
  return listArguments(service, { parent: field.id(), category: service.fields.category });
}

export const addService = operation({
  id: 'service.add',
  owner,
  summary: 'Adds a service to the catalogue',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(service.fields, ['name', 'cost', 'category']),
  result: 'rows',
  item: service.fields,
  errors: [409],
});

/** `children` is ignored here, as whole objects are sent back. */
export const changeService = operation({
  id: 'service.change',
  owner,
  summary: 'Changes a service of the catalogue',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf(ownFields, ['service_id']),
  result: 'rows',
  item: service.fields,
  errors: [404],
});

/** Marks it deleted; repeating succeeds. */
export const deleteService = operation({
  id: 'service.delete',
  owner,
  summary: 'Marks a service of the catalogue as deleted',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf(pick(service.fields, ['service_id']), ['service_id']),
  result: 'rows',
  errors: [404],
});

const childFields = { ...service.fields, qnt: field.number() };

/** The children in their stored order, each a whole catalogue row with `qnt`. */
export const listServiceChildren = operation<{ service_id: number }, 'rows', ServiceRow & { qnt: number }>({
  id: 'service.children',
  owner,
  summary: 'Lists the children of a service',
  access: 'admin',
  http: { method: 'GET', path: `${path}/children` },
  args: argumentsOf(pick(service.fields, ['service_id']), ['service_id']),
  result: 'rows',
  item: childFields,
});

/** Replaces the children; answers what is stored now. */
export const setServiceChildren = operation<
  { service_id: number; children: NonNullable<ServiceRow['children']> },
  'rows',
  ServiceChild
>({
  id: 'service.set-children',
  owner,
  summary: 'Replaces the children of a service',
  access: 'admin',
  http: { method: 'POST', path: `${path}/children` },
  args: argumentsOf({ service_id: service.fields.service_id, children }, ['service_id', 'children']),
  result: 'rows',
  item: { service_id: field.id(), qnt: field.number() },
  errors: [404],
});

/** What a client sees of one service; no row where there is none. */
export const readService = operation<{ service_id: number }, 'rows', Partial<ServiceRow>>({
  id: 'service.read',
  owner,
  summary: 'Reads a service of the catalogue',
  access: 'user',
  http: { method: 'GET', path: '/v1/service' },
  args: argumentsOf(pick(service.fields, ['service_id']), ['service_id']),
  result: 'rows',
  shareable: true,
  item: service.fields,
});

export const listCategories = operation<Record<string, unknown>, 'rows', string>({
  id: 'service.categories',
  owner,
  summary: 'Lists the categories of the catalogue',
  access: 'admin',
  http: { method: 'GET', path: '/v1/admin/user/service/categories' },
  args: z.object({}),
  result: 'rows',
});

/** Catalogue rows by id, deleted ones included; unknown ids are left out. */
export const readCatalogue = operation<{ service_ids: number[] }, 'rows', ServiceRow>({
  id: 'catalogue.read',
  owner,
  summary: 'Catalogue rows by id',
  access: 'internal',
  args: z.object({ service_ids: z.array(field.id().schema).max(1000) }),
  result: 'rows',
  item: service.fields,
});

/** The catalogue for templates, with every field and the whole list grammar. */
export const selectServices = operation<ReturnType<typeof listServicesArguments>['_output'], 'list', ServiceRow>({
  id: 'catalogue.select',
  owner,
  summary: 'The catalogue of services for templates',
  access: 'internal',
  args: listServicesArguments(),
  result: 'list',
  list: service,
});

export const catalogueOperations = [
  listServices,
  addService,
  changeService,
  deleteService,
  listServiceChildren,
  setServiceChildren,
  readService,
  listCategories,
  readCatalogue,
  selectServices,
] as const;
