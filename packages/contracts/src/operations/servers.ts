import { z } from 'zod';
import * as field from '../field.ts';
import { type ListArguments, listArguments } from '../list-arguments.ts';
import { operation } from '../operation.ts';
import { argumentsOf, pick } from '../resource.ts';
import { type ServerRow, server } from '../resources/server.ts';
import { type ServerGroupRow, serverGroup } from '../resources/server-group.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/server';
const groupPath = `${path}/group`;
const { services_count: _counted, ...changeable } = server.fields;
const groupArguments = { server_gid: field.integer({ min: 0 }), transport: server.fields.transport } as const;

function serverListArguments() {
  return listArguments(server, groupArguments);
}

export const listServers = operation<ReturnType<typeof serverListArguments>['_output'], 'list', ServerRow>({
  id: 'server.list',
  owner,
  summary: 'Lists the servers',
  access: 'admin',
  http: { method: 'GET', path },
  args: serverListArguments(),
  result: 'list',
  list: server,
});

export const addServer = operation({
  id: 'server.add',
  owner,
  summary: 'Adds a server',
  access: 'admin',
  http: { method: 'PUT', path },
  args: argumentsOf(server.fields, ['name', 'transport']),
  result: 'rows',
  item: server.fields,
  errors: [409],
});

/** `services_count` is ignored here, as whole objects are sent back. */
export const changeServer = operation({
  id: 'server.change',
  owner,
  summary: 'Changes a server',
  access: 'admin',
  http: { method: 'POST', path },
  args: argumentsOf(changeable, ['server_id']),
  result: 'rows',
  item: server.fields,
  errors: [404],
});

/** 400 while user services are on it. Answers `['1']`. */
export const deleteServer = operation<{ server_id: number }, 'rows', string>({
  id: 'server.delete',
  owner,
  summary: 'Deletes a server that no user service is on',
  access: 'admin',
  http: { method: 'DELETE', path },
  args: argumentsOf(pick(server.fields, ['server_id']), ['server_id']),
  result: 'rows',
  errors: [404],
});

export const listServerGroups = operation<ListArguments & Record<string, unknown>, 'list', ServerGroupRow>({
  id: 'server-group.list',
  owner,
  summary: 'Lists the groups of servers',
  access: 'admin',
  http: { method: 'GET', path: groupPath },
  args: listArguments(serverGroup),
  result: 'list',
  list: serverGroup,
});

export const addServerGroup = operation({
  id: 'server-group.add',
  owner,
  summary: 'Adds a group of servers',
  access: 'admin',
  http: { method: 'PUT', path: groupPath },
  args: argumentsOf(serverGroup.fields, ['name']),
  result: 'rows',
  item: serverGroup.fields,
  errors: [409],
});

export const changeServerGroup = operation({
  id: 'server-group.change',
  owner,
  summary: 'Changes a group of servers',
  access: 'admin',
  http: { method: 'POST', path: groupPath },
  args: argumentsOf(serverGroup.fields, ['group_id']),
  result: 'rows',
  item: serverGroup.fields,
  errors: [404],
});

/** 400 for the groups 1 (local) and 2 (mail), which the system itself uses. Answers `['1']`. */
export const deleteServerGroup = operation<{ group_id: number }, 'rows', string>({
  id: 'server-group.delete',
  owner,
  summary: 'Deletes a group of servers',
  access: 'admin',
  http: { method: 'DELETE', path: groupPath },
  args: argumentsOf(pick(serverGroup.fields, ['group_id']), ['group_id']),
  result: 'rows',
  errors: [404],
});

/** Unknown ids are left out; in the order of their ids. */
export const readServers = operation<{ server_ids: number[] }, 'rows', ServerRow>({
  id: 'server.read',
  owner,
  summary: 'Servers by id',
  access: 'internal',
  args: z.object({ server_ids: z.array(field.id().schema).max(1000) }),
  result: 'rows',
  item: server.fields,
});

/** The whole list grammar, for templates. */
export const selectServers = operation<ReturnType<typeof serverListArguments>['_output'], 'list', ServerRow>({
  id: 'server.select',
  owner,
  summary: 'Servers for templates',
  access: 'internal',
  args: serverListArguments(),
  result: 'list',
  list: server,
});

export const selectServerGroups = operation<ListArguments & Record<string, unknown>, 'list', ServerGroupRow>({
  id: 'server-group.select',
  owner,
  summary: 'Groups of servers for templates',
  access: 'internal',
  args: listArguments(serverGroup),
  result: 'list',
  list: serverGroup,
});

export const serverOperations = [
  listServers,
  addServer,
  changeServer,
  deleteServer,
  listServerGroups,
  addServerGroup,
  changeServerGroup,
  deleteServerGroup,
  readServers,
  selectServers,
  selectServerGroups,
] as const;
