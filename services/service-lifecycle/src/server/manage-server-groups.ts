import {
  addServerGroup,
  changeServerGroup,
  deleteServerGroup,
  Fault,
  listServerGroups,
  type ServerGroupRow,
  selectServerGroups,
  serverGroup,
} from '@countinghouse/contracts';
import { type Implementation, implement } from '@countinghouse/service';
import { list, listQuery } from '@countinghouse/store';
import { PROTECTED_GROUPS } from './first-servers.ts';
import type { Servers } from './servers.ts';

/** /v1/admin/server/group (peer-http-api.md 1D, domain.md 1.13). */
export function serverGroupImplementations({ groups }: Servers): Implementation[] {
  const page = (args: Parameters<typeof listQuery>[1]) =>
    list<ServerGroupRow>(groups.documents, groups.codec, listQuery(serverGroup, args, { isAdmin: true }));
  return [
    implement(listServerGroups, page),
    implement(selectServerGroups, page),
    implement(addServerGroup, async ({ group_id, ...values }, { key }) => ({
      rows: [groups.decode(await groups.add(key, group_id, values))],
    })),
    implement(changeServerGroup, async ({ group_id, ...values }) => ({
      rows: [groups.decode(await groups.change(group_id, values))],
    })),
    implement(deleteServerGroup, async ({ group_id }) => {
      if (PROTECTED_GROUPS.has(group_id)) throw new Fault(400, `Can't delete server group ${group_id}`);
      await groups.delete(group_id);
      return { rows: ['1'] };
    }),
  ];
}
