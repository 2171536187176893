import type { ListArguments, ListReply, Resource, UserRow } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { Arguments } from './arguments.ts';
import type { HostModel } from './host-model.ts';
import { copyForTemplate } from './json-value.ts';
import { QueryState } from './query/query-state.ts';
import type { ReadTogether } from './recent-cohorts.ts';
import type { Render } from './render.ts';

export type Member<Row extends object> = (self: ModelObject<Row>, args: Arguments) => unknown;
export type Members<Row extends object> = Readonly<Record<string, Member<Row>>>;

export type SelectArguments = ListArguments & { readonly user_id?: number };

/** A kind of object: where its rows come from and what its members are. */
export interface Kind<Row extends object> {
  /** As templates call it, for errors: `user`, `us`, `pay`. */
  readonly name: string;
  readonly resource: Resource;
  /** Lists hold the rows of one user. */
  readonly isOwned: boolean;
  read(render: Render, ids: readonly number[]): Promise<readonly Row[]>;
  select(render: Render, args: SelectArguments): Promise<ListReply<Row>>;
  /** Conditions of `.items` that hold unless the filter names the field. */
  readonly defaultFilter?: { readonly field: string; readonly condition: unknown };
  readonly members: ReadonlyMap<string, Member<Row>>;
}

export function idIn(kind: Pick<Kind<object>, 'resource'>, row: object): number {
  return Reflect.get(row, kind.resource.key) as number;
}

/**
 * Objects that came together: the members of one page of a collection. What is asked of one of them is fetched for all of them
 * in one call (architecture.md, "Template rendering").
 */
export class Cohort<Row extends object> implements ReadTogether {
  readonly ids: readonly number[];
  readonly #render: Render;
  readonly #kind: Kind<Row>;
  readonly #related = new Map<string, { readonly generation: number; readonly value: Promise<unknown> }>();
  #rows: ReadonlyMap<number, Row> | Promise<ReadonlyMap<number, Row>> | undefined;
  #rowsGeneration = 0;

  constructor(render: Render, kind: Kind<Row>, ids: readonly number[], rows?: ReadonlyMap<number, Row>) {
    this.#render = render;
    this.#kind = kind;
    this.ids = ids;
    this.#rows = rows;
    this.#rowsGeneration = render.generation;
  }

  static ofRows<Row extends object>(render: Render, kind: Kind<Row>, rows: readonly Row[]): Cohort<Row> {
    const byId = new Map<number, Row>();
    for (const row of rows) byId.set(idIn(kind, row), row);
    return new Cohort(render, kind, [...byId.keys()], byId);
  }

  holds(id: number): boolean {
    return this.#rows instanceof Map && this.#rowsGeneration === this.#render.generation && this.#rows.has(id);
  }

  /** The rows by id, read again after a write. At once where they are there. */
  rows(): ReadonlyMap<number, Row> | Promise<ReadonlyMap<number, Row>> {
    if (this.#rows && this.#rowsGeneration === this.#render.generation) return this.#rows;
    this.#rowsGeneration = this.#render.generation;
    const reading = this.#read();
    this.#rows = reading;
    return reading;
  }

  async #read(): Promise<ReadonlyMap<number, Row>> {
    const generation = this.#rowsGeneration;
    const rows = await this.#kind.read(this.#render, this.ids);
    const byId = new Map(rows.map((row) => [idIn(this.#kind, row), row]));
    if (generation === this.#rowsGeneration) this.#rows = byId;
    return byId;
  }

  /** What `load` answers for all members, loaded once until something is written. */
  related<T>(name: string, load: (cohort: Cohort<Row>) => Promise<T>): Promise<T> {
    const known = this.#related.get(name);
    if (known && known.generation === this.#render.generation) return known.value as Promise<T>;
    const value = load(this);
    this.#related.set(name, { generation: this.#render.generation, value });
    return value;
  }
}

const NO_ARGUMENTS = new Arguments([]);

/** Whose rows a list holds: one user among those whose rows are fetched together. */
export interface Owner {
  readonly userId: number;
  readonly cohort: Cohort<UserRow>;
}

/** A user, a service, a payment, …: one object, and the start of queries for more of its kind (templates.md 2.1). */
export class ModelObject<Row extends object> implements HostModel {
  readonly render: Render;
  readonly kind: Kind<Row>;
  /** Undefined where it stands for queries only. */
  readonly id: number | undefined;
  readonly cohort: Cohort<Row>;
  readonly owner: Owner | undefined;
  readonly handle: object;
  #query: QueryState | undefined;
  #copies: Map<string, unknown> | undefined;

  constructor(render: Render, kind: Kind<Row>, id: number | undefined, cohort: Cohort<Row>, owner?: Owner) {
    this.render = render;
    this.kind = kind;
    this.id = id;
    this.cohort = cohort;
    this.owner = owner;
    this.handle = hostObject(this);
  }

  /** Every row as an object, all of one cohort. */
  static ofRows<Row extends object>(
    render: Render,
    kind: Kind<Row>,
    rows: readonly Row[],
    owner?: Owner,
  ): ModelObject<Row>[] {
    const cohort = Cohort.ofRows(render, kind, rows);
    render.recent.add(kind.name, cohort);
    return rows.map((row) => new ModelObject(render, kind, idIn(kind, row), cohort, owner));
  }

  /** An object that is read when it is looked at. */
  static deferred<Row extends object>(render: Render, kind: Kind<Row>, id: number, owner?: Owner): ModelObject<Row> {
    return new ModelObject(render, kind, id, new Cohort(render, kind, [id]), owner);
  }

  /** The start of queries, without a row of its own. */
  static query<Row extends object>(render: Render, kind: Kind<Row>, owner: Owner | undefined): ModelObject<Row> {
    return new ModelObject(render, kind, undefined, new Cohort(render, kind, [], new Map()), owner);
  }

  /** What `.filter`, `.sort` and the like have gathered. */
  get query(): QueryState {
    this.#query ??= new QueryState();
    return this.#query;
  }

  get(name: string): unknown {
    const member = this.kind.members.get(name);
    return member ? member(this, NO_ARGUMENTS) : this.#plainColumn(name);
  }

  call(name: string, args: unknown[]): unknown {
    const member = this.kind.members.get(name);
    return member ? member(this, new Arguments(args)) : this.#plainColumn(name);
  }

  #plainColumn(name: string): unknown {
    return this.column(name.startsWith('get_') ? name.slice(4) : name);
  }

  /** The value of a column: at once where the row is there. Null and unknown columns are undefined. */
  column(name: string): unknown {
    const row = this.row();
    return row instanceof Promise ? row.then((arrived) => this.#value(arrived, name)) : this.#value(row, name);
  }

  row(): Row | undefined | Promise<Row | undefined> {
    const { id } = this;
    if (id === undefined) return undefined;
    const rows = this.cohort.rows();
    return rows instanceof Promise ? rows.then((arrived) => arrived.get(id)) : rows.get(id);
  }

  /** The row, where the object has one. */
  async existing(): Promise<Row | undefined> {
    return this.row();
  }

  #value(row: Row | undefined, name: string): unknown {
    if (row === undefined || !Object.hasOwn(row, name)) return undefined;
    const value: unknown = Reflect.get(row, name);
    if (typeof value !== 'object' || value === null) return value ?? undefined;
    const key = `${this.render.generation} ${name}`;
    this.#copies ??= new Map();
    if (!this.#copies.has(key)) this.#copies.set(key, copyForTemplate(value));
    return this.#copies.get(key);
  }
}
