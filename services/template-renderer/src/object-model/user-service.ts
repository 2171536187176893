import {
  listUserServices,
  readUserServices,
  type ServerRow,
  type ServiceRow,
  selectUserServices,
  type UserServiceRow,
  userService,
  type WithdrawRow,
} from '@countinghouse/contracts';
import { type Arguments, idOf } from './arguments.ts';
import { folded, listArgumentsOf, listedRows, membersOf } from './common-members.ts';
import { configured } from './configuration.ts';
import { copyForTemplate } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import { type Kind, type Members, ModelObject } from './model-object.ts';
import { inChunks } from './read-rows.ts';
import { byId, groupedBy, ownerOfRow, referenced, servicesOfOwner } from './relations.ts';
import { tasksOf } from './user-service-tasks.ts';
import { userServiceWrites } from './user-service-writes.ts';

type Us = ModelObject<UserServiceRow>;

/** Services of users (templates.md 2.3, `us` and `user.services`). */
export function userServiceKind(kinds: () => Kinds): Kind<UserServiceRow> {
  return {
    name: 'us',
    resource: userService,
    isOwned: true,
    read: (render, ids) => inChunks(ids, (chunk) => render.read(readUserServices, { user_service_ids: chunk })),
    select: (render, args) => render.read(selectUserServices, args),
    defaultFilter: { field: 'status', condition: { '!=': 'REMOVED' } },
    members: membersOf<UserServiceRow>({
      ...ofCatalogue(kinds),
      ...ofTree(kinds),
      ...ofTime(),
      ...counts(kinds),
      ...userServiceWrites(),
      list_for_api: (self, args) => viewRows(self, args),
      user: async (self) => (await referenced(self, 'user_id', kinds().user))?.handle,
      server: async (self) => (await serverOf(self, kinds()))?.handle,
      withdraw: (self) => withdrawOf(self, kinds()),
      wd: (self) => withdrawOf(self, kinds()),
      withdraws: async (self) => ModelObject.query(self.render, kinds().wd, await ownerOfRow(self, kinds())).handle,
      is_paid: async (self) => {
        const row = (await current(self, kinds()))?.row() as WithdrawRow | undefined;
        return row && row.withdraw_date !== null ? 1 : 0;
      },
      billing: async ({ id, render }) => (id === undefined ? undefined : billingType(render)),
      domains: async (self) => {
        const { domain } = settingsOf(await self.existing()) as { domain?: unknown };
        return domain === undefined ? [] : [domain];
      },
      ...tasksOf(kinds),
    }),
  };
}

function ofCatalogue(kinds: () => Kinds): Members<UserServiceRow> {
  const catalogue = (self: Us) => referenced(self, 'service_id', kinds().service);
  return {
    service: async (self) => (await catalogue(self))?.handle,
    services: async (self) => (await catalogue(self))?.handle,
    category: async (self) => ((await catalogue(self))?.row() as ServiceRow | undefined)?.category,
    name: async (self) => {
      const name = ((await catalogue(self))?.row() as ServiceRow | undefined)?.name;
      return name === undefined ? undefined : expandedName(name, (await self.existing())?.settings);
    },
    domain: async (self) => (settingsOf(await self.existing()) as { domain?: unknown }).domain,
  };
}

/** How time is charged: `Honest` by calendar months, else `Simpler` (domain.md 1.17, `billing.type`). */
async function billingType(render: Us['render']): Promise<'Honest' | 'Simpler'> {
  const { type } = await configured(render, 'billing');
  return String(type ?? '').toLowerCase() === 'honest' ? 'Honest' : 'Simpler';
}

function settingsOf(row: UserServiceRow | undefined): object {
  return typeof row?.settings === 'object' && row.settings !== null ? row.settings : {};
}

/** The server that the service lives on, read for all services of the page at once. */
async function serverOf(self: Us, kinds: Kinds): Promise<ModelObject<ServerRow> | undefined> {
  const serverId = serverIdOf(await self.existing());
  if (serverId === undefined) return undefined;
  const servers = await self.cohort.related('servers', async (cohort) => {
    const ids = [...(await cohort.rows()).values()].map(serverIdOf).filter((id) => id !== undefined);
    return byId(self.render, kinds.server, await kinds.server.read(self.render, [...new Set(ids)]));
  });
  return servers.get(serverId);
}

function serverIdOf(row: UserServiceRow | undefined): number | undefined {
  return idOf((settingsOf(row) as { server_id?: unknown }).server_id);
}

/** `${KEY}` in a catalogue name is filled from the settings of the user service. */
export function expandedName(name: string, settings: unknown): string {
  return name.replaceAll(/\$\{(\w+)\}/g, (_whole, key: string) => {
    const value: unknown =
      typeof settings === 'object' && settings !== null && Object.hasOwn(settings, key)
        ? Reflect.get(settings, key)
        : '';
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

function ofTree(kinds: () => Kinds): Members<UserServiceRow> {
  return {
    parent: async (self) => (await parentOf(self))?.handle,
    top_parent: async (self) => {
      let top = await parentOf(self);
      for (let next = top; next; next = await parentOf(next)) top = next;
      return top?.handle;
    },
    children: async (self) => (await childrenOf(self)).map(({ handle }) => handle),
    has_children: async (self) => ((await childrenOf(self)).length > 0 ? 1 : 0),
    child_by_category: async (self, args) => {
      for (const child of await childrenOf(self)) {
        const service = await referenced(child, 'service_id', kinds().service);
        if ((service?.row() as ServiceRow | undefined)?.category === args.text(0)) return child.handle;
      }
      return undefined;
    },
    wd_total_composite: async (self) => {
      const tree = [self, ...(await childrenOf(self))];
      const rows = await Promise.all(tree.map(async (one) => (await current(one, kinds()))?.row()));
      const cents = rows.reduce(
        (sum, row) => sum + Math.round(((row as WithdrawRow | undefined)?.total ?? 0) * 100),
        0,
      );
      return (cents as number) / 100;
    },
  };
}

function parentOf(self: Us): Promise<Us | undefined> {
  return referenced(self, 'parent', self.kind);
}

async function childrenOf(self: Us): Promise<readonly Us[]> {
  if (self.id === undefined) return [];
  const groups = await self.cohort.related('children', async ({ ids }) => {
    const rows = await inChunks(ids, (chunk) => self.render.read(readUserServices, { parent_ids: chunk }));
    return groupedBy(self.render, self.kind, rows, 'parent');
  });
  return (groups.get(self.id) ?? []) as readonly Us[];
}

function current(self: Us, kinds: Kinds): Promise<ModelObject<WithdrawRow> | undefined> {
  return referenced(self, 'withdraw_id', kinds.wd);
}

async function withdrawOf(self: Us, kinds: Kinds): Promise<object | undefined> {
  if (self.id === undefined) return ModelObject.query(self.render, kinds.wd, self.owner).handle;
  return (await current(self, kinds))?.handle;
}

function ofTime(): Members<UserServiceRow> {
  const hasExpired = (row: UserServiceRow | undefined, nowMs: number) =>
    row?.expire && Date.parse(row.expire.replace(' ', 'T')) <= nowMs ? 1 : 0;
  return {
    has_expired: async (self) => hasExpired(await self.existing(), self.render.context.now.getTime()),
    parent_has_expired: async (self) =>
      hasExpired(await (await parentOf(self))?.existing(), self.render.context.now.getTime()),
    is_will_be_deleted: async (self) => ((await self.existing())?.next === -1 ? 1 : 0),
    is_will_be_changed: async (self) => (((await self.existing())?.next ?? 0) > 0 ? 1 : 0),
  };
}

const COUNTED: Readonly<Record<string, (status: UserServiceRow['status']) => boolean>> = {
  has_services: (status) => status !== 'REMOVED',
  has_services_active: (status) => status === 'ACTIVE',
  has_services_block: (status) => status === 'BLOCK',
  has_services_unpaid: (status) => status === 'NOT PAID',
  has_services_progress: (status) => status === 'PROGRESS',
  has_services_removed: (status) => status === 'REMOVED',
};

/** Has the user services in these states? */
function counts(kinds: () => Kinds): Members<UserServiceRow> {
  const members = Object.entries(COUNTED).map(([name, isCounted]) => [
    name,
    async (self: Us) => {
      const owner = self.owner ?? (await ownerOfRow(self, kinds()));
      const services = owner ? await servicesOfOwner(self.render, owner, kinds()) : [];
      return services.some((one) => isCounted((one.row() as UserServiceRow).status)) ? 1 : 0;
    },
  ]);
  return Object.fromEntries(members) as Members<UserServiceRow>;
}

/** Rows joined with the catalogue and the write-off, their names filled in. */
async function viewRows(self: Us, args: Arguments): Promise<unknown> {
  const selected = listArgumentsOf(self, args, undefined);
  if (!selected) return undefined;
  const all = await listedRows(self, 'list_for_api', selected, (given) =>
    self.render.read(listUserServices, given as never),
  );
  return folded(
    all.map((row) => copyForTemplate({ ...row, name: expandedName(String(row.name ?? ''), row.settings) })),
  );
}
