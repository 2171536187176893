import {
  listOffersOfUser,
  type PricedOffer,
  readCatalogue,
  type ServiceRow,
  selectServices,
  service,
  type UserServiceRow,
} from '@countinghouse/contracts';
import { type Arguments, hashOf } from './arguments.ts';
import { folded, membersOf } from './common-members.ts';
import { copyForTemplate, toJsonValue } from './json-value.ts';
import type { Kinds } from './kinds.ts';
import { type Kind, ModelObject } from './model-object.ts';
import { toFilter } from './query/filter.ts';
import { allRows, inChunks } from './read-rows.ts';
import { byId, currentOwner, servicesOfOwner } from './relations.ts';
import { serviceWrites } from './service-writes.ts';

/** The catalogue (templates.md 2.3, `service`). */
export function serviceKind(kinds: () => Kinds): Kind<ServiceRow> {
  return {
    name: 'service',
    resource: service,
    isOwned: false,
    read: (render, ids) => inChunks(ids, (chunk) => render.read(readCatalogue, { service_ids: chunk })),
    select: (render, args) => render.read(selectServices, args as never),
    defaultFilter: { field: 'deleted', condition: [0, 1] },
    members: membersOf<ServiceRow>({
      ...serviceWrites,
      settings: (self) => self.column('config'),
      no_auto_renew: async (self) => ((await self.existing())?.config as Config | null)?.no_auto_renew,
      subservices: (self) => children(self),
      children: (self) => children(self),
      cost_composite: (self) => costComposite(self),
      price_list: async (self, args) =>
        folded((await offers(self, args)).map((row) => ModelObject.ofRows(self.render, self.kind, [row])[0]?.handle)),
      api_price_list: async (self, args) => folded((await offers(self, args)).map(copyForTemplate)),
      price_list_check_allow_to_order: async (self, args) => {
        const id = args.id() ?? self.id;
        return (await offers(self, args)).some((row) => row.service_id === id) ? 1 : 0;
      },
      categories: async (self) => {
        const { rows } = await self.render.read(selectServices, { limit: 0, fields: 'category' } as never);
        const all = (await allRows(rows)).map(({ category }) => category);
        return [...new Set(all)].sort();
      },
      us: (self) => ModelObject.query(self.render, kinds().us, currentOwner(self.render, kinds())).handle,
      wd: (self) => ModelObject.query(self.render, kinds().wd, currentOwner(self.render, kinds())).handle,
      is_currently_used: async (self) => ((await uses(self, kinds(), (status) => status !== 'REMOVED')) ? 1 : 0),
      is_ever_used: async (self) => ((await uses(self, kinds(), () => true)) ? 1 : 0),
      was_previously_used: async (self) => ((await uses(self, kinds(), (status) => status === 'REMOVED')) ? 1 : 0),
    }),
  };
}

interface Config {
  readonly no_auto_renew?: unknown;
}

interface Child {
  readonly service_id: number;
  readonly qnt?: number;
}

function childrenOf(row: ServiceRow | undefined): readonly Child[] {
  return Array.isArray(row?.children) ? (row.children as unknown as Child[]) : [];
}

async function childObjects(self: ModelObject<ServiceRow>): Promise<ReadonlyMap<number, ModelObject<ServiceRow>>> {
  return self.cohort.related('children', async (cohort) => {
    const ids = [...(await cohort.rows()).values()].flatMap((row) => childrenOf(row).map((child) => child.service_id));
    return byId(self.render, self.kind, ids.length === 0 ? [] : await self.kind.read(self.render, ids));
  });
}

async function children(self: ModelObject<ServiceRow>): Promise<unknown[]> {
  const found = await childObjects(self);
  const wanted = childrenOf(await self.existing()).map(({ service_id: id }) => found.get(id)?.handle);
  return wanted.filter((handle) => handle !== undefined);
}

/** With the children, each as often as it is there (domain.md 2.15). */
async function costComposite(self: ModelObject<ServiceRow>): Promise<number | undefined> {
  const row = await self.existing();
  if (!row) return undefined;
  const found = await childObjects(self);
  const cents = childrenOf(row).reduce(
    (sum, { service_id: id, qnt = 1 }) => {
      const child = found.get(id)?.row() as ServiceRow | undefined;
      return sum + Math.round((child?.cost ?? 0) * 100) * qnt;
    },
    Math.round(row.cost * 100),
  );
  return Math.round(cents) / 100;
}

/** What the current user may order, with his prices; nothing where there is no user. */
async function offers(self: ModelObject<ServiceRow>, args: Arguments): Promise<readonly PricedOffer[]> {
  const userId = self.render.currentUserId;
  if (userId === null) return [];
  const { service_id: id, category, filter } = args.pairs();
  const conditions = hashOf(filter);
  const asked = {
    user_id: userId,
    limit: 0,
    ...(id === undefined ? {} : { service_id: Number(toJsonValue(id)) }),
    ...(category === undefined ? {} : { category: String(category) }),
    ...(conditions ? { filter: toFilter(conditions) } : {}),
  };
  return self.render.once(
    `offers ${JSON.stringify(asked)}`,
    async () => (await self.render.read(listOffersOfUser, asked, userId)).rows,
  );
}

/** Does or did the current user have it? His services are asked for once. */
async function uses(
  { id, render }: ModelObject<ServiceRow>,
  kinds: Kinds,
  isMeant: (status: UserServiceRow['status']) => boolean,
): Promise<boolean> {
  const owner = currentOwner(render, kinds);
  if (!owner || id === undefined) return false;
  const services = await render.once(`services of ${owner.userId}`, () => servicesOfOwner(render, owner, kinds));
  return services.some((one) => {
    const row = one.row() as UserServiceRow;
    return row.service_id === id && isMeant(row.status);
  });
}
