import type { JsonObject, ListReply } from '@countinghouse/contracts';
import type { Arguments } from './arguments.ts';
import { hashOf } from './arguments.ts';
import { copyForTemplate, mergedJson, toJsonValue } from './json-value.ts';
import {
  type Cohort,
  type Kind,
  type Member,
  type Members,
  ModelObject,
  type Owner,
  type SelectArguments,
} from './model-object.ts';
import { aggregateMembers } from './query/aggregates.ts';
import { toFilter } from './query/filter.ts';
import { count, isTrue } from './query/query-state.ts';
import { rowsTogether } from './query/rows-together.ts';
import { items } from './query/run-query.ts';
import { allRows } from './read-rows.ts';

/** One of several values is itself, none is undefined (templates.md 0, no. 5). */
export function folded(values: readonly unknown[]): unknown {
  return values.length > 1 ? [...values] : values[0];
}

/** The members of every kind (templates.md 2.1); the kind's own ones win. */
export function membersOf<Row extends object>(own: Members<Row>): ReadonlyMap<string, Member<Row>> {
  const common: Members<Row> = {
    id: (self, args) => idOrOther(self, args),
    items,
    filter: (self, args) => {
      self.query.setFilter(args.pairs());
      return self.handle;
    },
    sort: (self, args) => {
      self.query.addSorts(args.positional, 'asc');
      return self.handle;
    },
    rsort: (self, args) => {
      self.query.addSorts(args.positional, 'desc');
      return self.handle;
    },
    limit: (self, args) => {
      self.query.setLimit(args);
      return self.handle;
    },
    list: async (self, args) => folded(await rowsForTemplate(self, args, 0)),
    list_for_api: async (self, args) => folded(await rowsForTemplate(self, args, undefined)),
    pairs: async (self) => copyForTemplate(await self.existing()),
    get: async (self) =>
      Object.entries((await self.existing()) ?? {})
        .flat()
        .map(copyForTemplate),
    reload: (self) => {
      self.render.generation += 1;
      return self.handle;
    },
    kind: (self) => self.kind.name,
    user_id: (self) => (self.id === undefined ? self.owner?.userId : self.column('user_id')),
    attr: (self, args) => self.column(args.text(0)),
    ...aggregateMembers<Row>(),
    ...commonWrites<Row>(),
    ...own,
  };
  return new Map(Object.entries(common));
}

const WRITES = ['set', 'set_settings', 'create', 'add', 'make_event'] as const;

/** Members that every kind has in the original: those that a kind does not offer say so, since silence would look like a write. */
function commonWrites<Row extends object>(): Members<Row> {
  const refused = WRITES.map((name): [string, Member<Row>] => [
    name,
    ({ kind }) => {
      throw new Error(`${kind.name}.${name} is not offered`);
    },
  ]);
  return {
    ...Object.fromEntries(refused),
    set_json: async (self, args) => {
      const column = args.text(0);
      const before = hashOf(await self.column(column)) ?? {};
      const change = hashOf(args.all[1]);
      if (!change) throw new Error(`${self.kind.name}.set_json: expected a column and a hash`);
      const value = mergedJson(toJsonValue(before) as JsonObject, toJsonValue(change) as JsonObject);
      return self.call('set', [{ [column]: value }]);
    },
  };
}

/** `x.id`, and `x.id(n)`: another object of the kind, undefined where there is none. */
async function other<Row extends object>(self: ModelObject<Row>, id: number | undefined): Promise<object | undefined> {
  if (id === undefined) return undefined;
  return objectById(self.render, self.kind, id);
}

function idOrOther<Row extends object>(self: ModelObject<Row>, args: Arguments): unknown {
  return args.all.length === 0 ? self.column(self.kind.resource.key) : other(self, args.id());
}

/** The object with this id, undefined where there is none. */
export async function objectById<Row extends object>(
  render: ModelObject<Row>['render'],
  kind: Kind<Row>,
  id: number,
): Promise<object | undefined> {
  const object = await modelById(render, kind, id);
  return object?.handle;
}

export async function modelById<Row extends object>(
  render: ModelObject<Row>['render'],
  kind: Kind<Row>,
  id: number,
): Promise<ModelObject<Row> | undefined> {
  const cohort = render.recent.find(kind.name, id) as Cohort<Row> | undefined;
  if (cohort) return new ModelObject(render, kind, id, cohort);
  const rows = await render.once(`${kind.name} ${id}`, () => kind.read(render, [id]));
  return ModelObject.ofRows(render, kind, rows)[0];
}

/** Rows as hashes; the arguments of lists by name or as pairs (`'limit', 5`). */
async function rowsForTemplate<Row extends object>(
  self: ModelObject<Row>,
  args: Arguments,
  defaultLimit: number | undefined,
): Promise<unknown[]> {
  const selected = listArgumentsOf(self, args, defaultLimit);
  if (!selected) return [];
  const rows = await listedRows(self, 'list', selected, (args) => self.kind.select(self.render, args));
  return rows.map(copyForTemplate);
}

/** The rows of a list, fetched together with those of the owner's siblings where that is possible. */
export async function listedRows<Row extends object>(
  { owner, kind }: { readonly owner: Owner | undefined; readonly kind: { readonly name: string } },
  name: string,
  selected: SelectArguments,
  select: (args: SelectArguments) => Promise<ListReply<Row>>,
): Promise<readonly Row[]> {
  const isOfOwner = owner !== undefined && selected.user_id === owner.userId;
  const together = isOfOwner ? await rowsTogether(`${kind.name}.${name}`, owner, selected, select) : undefined;
  return together ?? allRows((await select(selected)).rows);
}

export function listArgumentsOf<Row extends object>(
  self: ModelObject<Row>,
  args: Arguments,
  defaultLimit: number | undefined,
): SelectArguments | undefined {
  const { limit, offset, filter, where, admin, sort_field, sort_direction, ...more } = args.pairs();
  const conditions = hashOf(filter) ?? hashOf(where);
  const gathered = self.query.filter;
  const effective = count(limit) ?? defaultLimit;
  const selected: SelectArguments = {
    ...(toJsonValue(more) as object),
    ...(effective === undefined ? {} : { limit: effective }),
    ...(count(offset) === undefined ? {} : { offset: count(offset) }),
    ...(sort_field === undefined ? {} : { sort_field: String(sort_field) }),
    ...(sort_direction === undefined ? {} : { sort_direction: String(sort_direction) as 'asc' | 'desc' }),
    ...(conditions ? { filter: toFilter(conditions) } : gathered ? { filter: gathered } : {}),
  };
  if (!self.kind.isOwned || isTrue(admin)) return selected;
  return self.owner ? { ...selected, user_id: self.owner.userId } : undefined;
}
