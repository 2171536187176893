import { type ServerGroupRow, selectServerGroups, serverGroup } from '@countinghouse/contracts';
import { membersOf } from './common-members.ts';
import type { Kinds } from './kinds.ts';
import type { Kind } from './model-object.ts';
import { allRows } from './read-rows.ts';
import { groupedBy } from './relations.ts';

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
        const groups = await self.cohort.related('servers', async ({ ids }) => {
          const filter = { server_gid: [...ids] };
          const { rows } = await kinds().server.select(self.render, { limit: 0, sort_direction: 'asc', filter });
          return groupedBy(self.render, kinds().server, await allRows(rows), 'server_gid');
        });
        return (groups.get(self.id) ?? []).map(({ handle }) => handle);
      },
    }),
  };
}
