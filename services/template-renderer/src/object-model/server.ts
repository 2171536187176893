import {
  changeServer,
  type JsonObject,
  readServers,
  type ServerRow,
  selectServers,
  server,
} from '@countinghouse/contracts';
import { hashOf } from './arguments.ts';
import { folded, membersOf } from './common-members.ts';
import { mergedJson, toJsonValue } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import { type Kind, ModelObject } from './model-object.ts';
import { parsed } from './parsed-arguments.ts';
import { allRows, inChunks } from './read-rows.ts';
import { referenced } from './relations.ts';

type Server = ModelObject<ServerRow>;

/** Servers of tasks (templates.md 2.3, `server`). */
export function serverKind(kinds: () => Kinds): Kind<ServerRow> {
  return {
    name: 'server',
    resource: server,
    isOwned: false,
    read: (render, ids) => inChunks(ids, (chunk) => render.read(readServers, { server_ids: chunk })),
    select: (render, args) => render.read(selectServers, args as never),
    members: membersOf<ServerRow>({
      group: async (self) => (await referenced(self, 'server_gid', kinds().sg))?.handle,
      groups: (self) => ModelObject.query(self.render, kinds().sg, undefined).handle,
      servers_by_group_id: (self, args) => matching(self, { server_gid: args.id() ?? 0 }),
      list_by_transport: (self, args) => matching(self, { transport: args.text(0) }),
      set: (self, args) => changed(self, 'server.set', toJsonValue(args.pairs()) as JsonObject),
      set_settings: async (self, args) => {
        const before = toJsonValue((await self.existing())?.settings ?? {}) as JsonObject;
        const change = toJsonValue(hashOf(args.all[0]) ?? args.named) as JsonObject;
        return changed(self, 'server.set_settings', { settings: mergedJson(before, change) });
      },
      // The services that are on a server are counted, so nothing is left to keep.
      services_count_increase: (self) => self.column('services_count'),
      services_count_decrease: (self) => self.column('services_count'),
      key_id: async (self) => ((await self.existing())?.settings as { key_id?: unknown } | null | undefined)?.key_id,
    }),
  };
}

async function matching(self: Server, condition: { server_gid: number } | { transport: string }): Promise<unknown> {
  const { rows } = await self.kind.select(self.render, { limit: 0, sort_direction: 'asc', filter: condition });
  return folded(ModelObject.ofRows(self.render, self.kind, await allRows(rows)).map(({ handle }) => handle));
}

async function changed(self: Server, member: string, values: JsonObject): Promise<string> {
  if (self.id === undefined) throw new Error(`${member}: there is no server`);
  await self.render.write(member, changeServer, parsed(changeServer, { ...values, server_id: self.id }));
  return '';
}
