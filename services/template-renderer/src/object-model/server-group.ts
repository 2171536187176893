import { type ServerGroupRow, selectServerGroups, serverGroup } from '@countinghouse/contracts';
import { membersOf } from './common-members.ts';
import type { Kinds } from './kinds.ts';
import { type Kind, ModelObject } from './model-object.ts';
import { allRows } from './read-rows.ts';

/** Groups of servers (templates.md 2.3, `sg`). */
export function serverGroupKind(kinds: () => Kinds): Kind<ServerGroupRow> {
  return {
    name: 'sg',
    resource: serverGroup,
    isOwned: false,
    read: async (render, ids) => {
      const { rows } = await render.read(selectServerGroups, { limit: 0, filter: { group_id: [...ids] } });
      return allRows(rows);
    },
    select: (render, args) => render.read(selectServerGroups, args as never),
    members: membersOf<ServerGroupRow>({
      get_servers: async (self) => {
        if (self.id === undefined) return [];
        const servers = kinds().server;
        const filter = { server_gid: self.id };
        const { rows } = await servers.select(self.render, { limit: 0, sort_direction: 'asc', filter });
        return ModelObject.ofRows(self.render, servers, await allRows(rows)).map(({ handle }) => handle);
      },
    }),
  };
}
