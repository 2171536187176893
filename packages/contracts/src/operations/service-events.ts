import { listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type ServiceEventRow, serviceEvent } from '../resources/service-event.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/service/event';

function eventListArguments() {
  return listArguments(serviceEvent, { kind: serviceEvent.fields.kind });
}

export const listServiceEvents = operation<ReturnType<typeof eventListArguments>['_output'], 'list', ServiceEventRow>({
  id: 'service-event.list',
  owner,
  summary: 'Lists what is done when services change',
  access: 'admin',
  http: { method: 'GET', path },
  args: eventListArguments(),
  result: 'list',
  list: serviceEvent,
});

export const addServiceEvent = operation({
  id: 'service-event.add',
  owner,
  summary: 'Adds a service event',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(serviceEvent.fields, ['title', 'name']),
  result: 'rows',
  item: serviceEvent.fields,
  errors: [409],
});

export const changeServiceEvent = operation({
  id: 'service-event.change',
  owner,
  summary: 'Changes a service event',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf(serviceEvent.fields, ['id']),
  result: 'rows',
  item: serviceEvent.fields,
  errors: [404],
});

export const deleteServiceEvent = operation({
  id: 'service-event.delete',
  owner,
  summary: 'Deletes a service event',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf(pick(serviceEvent.fields, ['id']), ['id']),
  result: 'rows',
  errors: [404],
});

export const serviceEventOperations = [
  listServiceEvents,
  addServiceEvent,
  changeServiceEvent,
  deleteServiceEvent,
] as const;
