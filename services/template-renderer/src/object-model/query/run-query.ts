import type { JsonObject } from '@countinghouse/contracts';
import type { Arguments } from '../arguments.ts';
import { Collection } from '../collection.ts';
import { Cohort, idIn, ModelObject, type Owner, type SelectArguments } from '../model-object.ts';
import { allRows } from '../read-rows.ts';
import { type QueryState, sortRows } from './query-state.ts';
import { atMost, TOGETHER_MAX } from './rows-together.ts';

/** `.items`: a list of objects, or a collection that is read while it is walked where it is longer than one page. */
export async function items<Row extends object>(self: ModelObject<Row>, args: Arguments): Promise<unknown> {
  const state = self.query.taken(args);
  const grouped = await rowsOfOwner(self, state);
  if (grouped) return grouped.map((object) => object.handle);
  const { render, kind, owner } = self;
  const selected = selectArguments(self, state);
  if (!selected) return [];
  const open = () => kind.select(render, selected);
  const reply = await open();
  if (!(Symbol.asyncIterator in reply.rows)) return objectsOf(self, state, reply.rows).map((object) => object.handle);
  if (state.ordersHere) return objectsOf(self, state, await allRows(reply.rows)).map((object) => object.handle);
  return new Collection({ render, kind, owner, open }, reply).handle;
}

/** All rows that the gathered query means. */
export async function* queriedRows<Row extends object>(
  self: ModelObject<Row>,
  args: Arguments,
): AsyncGenerator<readonly Row[]> {
  const state = self.query.taken(args);
  const grouped = await rowsOfOwner(self, state);
  if (grouped) {
    yield grouped.map((object) => object.row() as Row);
    return;
  }
  const selected = selectArguments(self, state);
  if (!selected) return;
  const { rows } = await self.kind.select(self.render, selected);
  if (Symbol.asyncIterator in rows) yield* rows;
  else yield rows;
}

function objectsOf<Row extends object>(
  self: ModelObject<Row>,
  state: QueryState,
  rows: readonly Row[],
): ModelObject<Row>[] {
  const chosen = state.ordersHere ? windowOf(sortRows(rows, state.sorts), state) : rows;
  return ModelObject.ofRows(self.render, self.kind, chosen, self.owner);
}

function windowOf<T>(rows: readonly T[], { limit, offset }: QueryState): readonly T[] {
  return rows.slice(offset, limit === undefined || limit === 0 ? undefined : offset + limit);
}

/** The list that an owner is asked for; undefined where it belongs to nobody. */
function selectArguments<Row extends object>(self: ModelObject<Row>, state: QueryState): SelectArguments | undefined {
  const args = state.listArguments(filterOf(self, state));
  if (!self.kind.isOwned || state.isAdmin) return args;
  return self.owner ? { ...args, user_id: self.owner.userId } : undefined;
}

function filterOf<Row extends object>({ kind }: ModelObject<Row>, state: QueryState): JsonObject | undefined {
  const { defaultFilter } = kind;
  if (!defaultFilter) return state.filter;
  const { [defaultFilter.field]: given, ...others } = state.filter ?? {};
  if (given === 'ANY') return others;
  return given === undefined
    ? { ...others, [defaultFilter.field]: defaultFilter.condition as JsonObject }
    : state.filter;
}

interface Grouped<Row extends object> {
  readonly row: Row;
  readonly object: ModelObject<Row>;
}

/** The objects of this owner, where his siblings' were or can be fetched with them. */
async function rowsOfOwner<Row extends object>(
  self: ModelObject<Row>,
  state: QueryState,
): Promise<readonly ModelObject<Row>[] | undefined> {
  const { owner, kind, render } = self;
  if (!owner || !kind.isOwned || state.isAdmin || owner.cohort.ids.length < 2) return undefined;
  const filter = filterOf(self, state);
  const { sort_field, sort_direction } = state.listArguments(undefined);
  const order = sort_field === undefined ? { sort_direction } : { sort_field, sort_direction };
  const byUser = await owner.cohort.related(`${kind.name} ${JSON.stringify([filter, order])}`, async ({ ids }) => {
    const mine: JsonObject = { user_id: [...ids] };
    const rows = await atMost(
      TOGETHER_MAX,
      await kind.select(render, { limit: 0, ...order, filter: filter ? { '-and': [filter, mine] } : mine }),
    );
    return rows && groupByUser(self, owner, rows);
  });
  if (!byUser) return undefined;
  const own = byUser.get(owner.userId) ?? [];
  const ordered = state.ordersHere ? sortRows(own, state.sorts, ({ row }) => row) : own;
  return windowOf(ordered, state).map(({ object }) => object);
}

function groupByUser<Row extends object>(
  { render, kind }: ModelObject<Row>,
  owner: Owner,
  rows: readonly Row[],
): ReadonlyMap<number, readonly Grouped<Row>[]> {
  const cohort = Cohort.ofRows(render, kind, rows);
  const grouped = new Map<number, Grouped<Row>[]>();
  for (const row of rows) {
    const userId = Reflect.get(row, 'user_id') as number;
    const object = new ModelObject(render, kind, idIn(kind, row), cohort, { userId, cohort: owner.cohort });
    const group = grouped.get(userId);
    if (group) group.push({ row, object });
    else grouped.set(userId, [{ row, object }]);
  }
  return grouped;
}
