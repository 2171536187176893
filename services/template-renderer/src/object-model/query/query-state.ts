import type { JsonObject, ListArguments } from '@countinghouse/contracts';
import { type Arguments, hashOf, type Named } from '../arguments.ts';
import { toFilter } from './filter.ts';

export interface SortField {
  readonly name: string;
  readonly direction: 'asc' | 'desc';
}

/** What `.filter`, `.sort`, `.rsort` and `.limit` have gathered for the next `.items`. */
export class QueryState {
  filter: JsonObject | undefined;
  sorts: SortField[] = [];
  limit: number | undefined;
  offset = 0;
  isAdmin = false;

  setFilter(conditions: Named): void {
    this.filter = toFilter(conditions);
  }

  addSorts(names: readonly unknown[], direction: 'asc' | 'desc'): void {
    this.sorts.push(...names.filter((name) => name !== '').map((name) => ({ name: String(name), direction })));
  }

  setLimit(args: Arguments): void {
    const [limit, offset] = args.positional;
    this.limit = count(limit);
    this.offset = count(offset) ?? 0;
  }

  /** The state with what `.items( where = {…}, limit, offset, admin )` says; the gathered state is used up. */
  taken(args: Arguments): QueryState {
    const taken = Object.assign(new QueryState(), this);
    const named = args.named;
    const where = hashOf(named.where);
    if (where) taken.setFilter(where);
    if (count(named.limit) !== undefined) taken.limit = count(named.limit);
    if (count(named.offset) !== undefined) taken.offset = count(named.offset) ?? 0;
    taken.isAdmin = isTrue(named.admin) || isTrue(named.all_users);
    this.filter = undefined;
    this.sorts = [];
    this.limit = undefined;
    this.offset = 0;
    return taken;
  }

  /** Lists order by one field; more are ordered here. */
  get ordersHere(): boolean {
    return this.sorts.length > 1;
  }

  /** The arguments of the owner's list. */
  listArguments(filter: JsonObject | undefined): ListArguments {
    const [sort] = this.sorts;
    const window = this.ordersHere ? { limit: 0 } : { limit: this.limit ?? 0, offset: this.offset };
    return {
      ...window,
      ...(sort && !this.ordersHere
        ? { sort_field: sort.name, sort_direction: sort.direction }
        : { sort_direction: 'asc' }),
      ...(filter === undefined || Object.keys(filter).length === 0 ? {} : { filter }),
    };
  }
}

export function count(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value);
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

export function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== '0' && value !== 0 && value !== false;
}

/** Rows in the order of several fields: numbers as numbers, the rest as text; what is missing comes last. */
export function sortRows<T>(
  items: readonly T[],
  sorts: readonly SortField[],
  rowOf: (item: T) => object = (item) => item as object,
): T[] {
  return [...items].sort((a, b) => {
    for (const { name, direction } of sorts) {
      const order = compare(Reflect.get(rowOf(a), name), Reflect.get(rowOf(b), name), direction);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compare(a: unknown, b: unknown, direction: 'asc' | 'desc'): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1;
  return direction === 'asc' ? order : -order;
}
