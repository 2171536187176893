import {
  addServer,
  changeServer,
  deleteServer,
  Fault,
  listServers,
  readServers,
  type ServerRow,
  selectServers,
  server,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import type { Collection } from 'mongodb';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';
import type { Servers } from './servers.ts';

/** /v1/admin/server (peer-http-api.md 1D, domain.md 1.12). */
export function serverImplementations(
  servers: Servers,
  userServices: Collection<UserServiceDocument>,
): Implementation[] {
  return [
    implement(listServers, (args) => page(servers, args)),
    implement(selectServers, (args) => page(servers, args)),
    implement(readServers, async ({ server_ids }) => ({ rows: await servers.readMany(server_ids) })),
    implementAdd(servers),
    implementChange(servers),
    implementDelete(servers, userServices),
  ];
}

async function page(servers: Servers, args: Parameters<typeof listQuery>[1]) {
  await servers.storeCounts();
  const query = listQuery(server, args, { isAdmin: true, equality: ['server_gid', 'transport'] });
  return list<ServerRow>(servers.rows.documents, servers.rows.codec, query);
}

function implementAdd(servers: Servers) {
  return implement(addServer, async ({ server_id, ...values }, { key }) => {
    const more = { services_base: values.services_count ?? 0, claims: [], claims_rev: 0 };
    const added = await servers.rows.add(key, server_id, values, more);
    return { rows: [servers.rows.decode(added)] };
  });
}

function implementChange(servers: Servers) {
  return implement(changeServer, async ({ server_id, ...values }) => ({
    rows: await servers.decode([await servers.rows.change(server_id, values)]),
  }));
}

/** Refused while a service that is not removed is on it (domain.md 1.12). */
function implementDelete(servers: Servers, userServices: Collection<UserServiceDocument>) {
  return implement(deleteServer, async ({ server_id }) => {
    const filter = { 'settings.server_id': server_id, status: { $ne: 'REMOVED' as const } };
    if (await userServices.findOne(filter, { projection: { _id: 1 } })) {
      throw new Fault(400, "Can't delete server with services");
    }
    await servers.rows.delete(server_id);
    return { rows: ['1'] };
  });
}
