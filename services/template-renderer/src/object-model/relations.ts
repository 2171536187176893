import { readUserServices, type UserRow, type UserServiceRow } from '@countinghouse/contracts';
import type { Kinds } from './kinds.ts';
import { Cohort, type Kind, ModelObject, type Owner } from './model-object.ts';
import { inChunks } from './read-rows.ts';
import type { Render } from './render.ts';

/**
 * The object that a column of the row names, fetched for all of the row's siblings in one call.
 * Undefined where the column is empty or names nothing.
 */
export async function referenced<Row extends object, To extends object>(
  self: ModelObject<Row>,
  column: string,
  to: Kind<To>,
): Promise<ModelObject<To> | undefined> {
  const row = await self.existing();
  const id: unknown = row && Reflect.get(row, column);
  if (typeof id !== 'number' || id <= 0) return undefined;
  const found = await self.cohort.related(`${to.name} of ${column}`, async (cohort) => {
    const rows = [...(await cohort.rows()).values()];
    const ids = rows.map((one) => Reflect.get(one, column) as unknown).filter((one) => typeof one === 'number');
    return byId(self.render, to, await to.read(self.render, [...new Set(ids)]));
  });
  return found.get(id);
}

export function byId<To extends object>(
  render: Render,
  to: Kind<To>,
  rows: readonly To[],
): ReadonlyMap<number, ModelObject<To>> {
  return new Map(ModelObject.ofRows(render, to, rows).map((object) => [object.id as number, object]));
}

/** Objects by a column, all of one cohort: the services of each user, the children of each service. */
export function groupedBy<To extends object>(
  render: Render,
  to: Kind<To>,
  rows: readonly To[],
  column: string,
): ReadonlyMap<number, readonly ModelObject<To>[]> {
  const groups = new Map<number, ModelObject<To>[]>();
  for (const object of ModelObject.ofRows(render, to, rows)) {
    const row = object.row() as To;
    const key = Reflect.get(row, column) as number;
    const group = groups.get(key);
    if (group) group.push(object);
    else groups.set(key, [object]);
  }
  return groups;
}

/** The user himself among his siblings, as owner of what is listed next. */
export function ownerOf(user: ModelObject<UserRow>): Owner | undefined {
  return user.id === undefined ? undefined : { userId: user.id, cohort: user.cohort };
}

/** The user of `user_id` of the current render, as owner of lists. */
export function currentOwner(render: Render, kinds: Kinds): Owner | undefined {
  const userId = render.currentUserId;
  return userId === null ? undefined : { userId, cohort: new Cohort<UserRow>(render, kinds.user, [userId]) };
}

/** The owner of a row: the user of its `user_id`, together with the users of its siblings. */
export async function ownerOfRow<Row extends object>(self: ModelObject<Row>, kinds: Kinds): Promise<Owner | undefined> {
  const user = await referenced(self, 'user_id', kinds.user);
  return user && ownerOf(user);
}

/** All services of the owner, REMOVED ones included, asked for all users of his page at once. */
export async function servicesOfOwner(
  render: Render,
  { userId, cohort }: Owner,
  kinds: Kinds,
): Promise<readonly ModelObject<UserServiceRow>[]> {
  const groups = await cohort.related('services', async ({ ids }) => {
    const rows = await inChunks(ids, (chunk) => render.read(readUserServices, { user_ids: chunk }));
    return groupedBy(render, kinds.us, rows, 'user_id');
  });
  return groups.get(userId) ?? [];
}
