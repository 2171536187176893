import { TemplateError } from '../errors.ts';
import { kindOf } from './kind.ts';
import { emptyHash, hashGet, hashKeys } from './values.ts';

type Table = Record<string, unknown>;

/** Counts the work of copying. */
interface Work {
  charge(units: number): void;
}

const defaults: Readonly<Table> = {
  prefix: '',
  suffix: '',
  notfound: '',
  item: 'item',
  base: '',
  method: 'present',
  view_prefix: 'view_',
  include_prefix: 'include_',
  include_naked: 1,
  view_naked: 0,
  silent: '',
  sealed: 1,
};

/** Options that an empty text leaves as they are by default. */
const neverEmpty: ReadonlySet<string> = new Set(['item', 'view_prefix', 'include_prefix']);

/** Templates by type of item. */
const defaultMap: Readonly<Table> = { HASH: 'hash', ARRAY: 'list', TEXT: 'text', default: '' };

export function isViewOption(name: string): boolean {
  return Object.hasOwn(defaults, name) || name === 'default' || name === 'map';
}

/** The options of a view, and what is given beside them: its data. Tables have no prototype. */
export class ViewOptions {
  readonly values: Table;
  readonly data: Table;

  private constructor(values: Table, data: Table) {
    this.values = values;
    this.data = data;
  }

  static defaults(): ViewOptions {
    const map = Object.assign(emptyHash(), defaultMap);
    return new ViewOptions(Object.assign(emptyHash(), defaults, { map }), emptyHash());
  }

  /** These options with others above them; a given map only adds to the one that is there. */
  with(given: Readonly<Table>, budget: Work): ViewOptions {
    const values = Object.assign(emptyHash(), this.values);
    const data = tableOf(this.data, budget);
    values.map = Object.assign(emptyHash(), this.values.map);
    for (const name of Object.keys(given)) {
      if (name === 'map') continue;
      if (isViewOption(name)) ViewOptions.#set(values, name, given[name]);
      else data[name] = given[name];
    }
    if (given.map !== undefined) Object.assign(values.map as Table, mapTable(given.map));
    return new ViewOptions(values, data);
  }

  get map(): Table {
    return this.values.map as Table;
  }

  get(name: string): unknown {
    return name === 'default' ? this.map.default : this.values[name];
  }

  set(name: string, value: unknown): void {
    ViewOptions.#set(this.values, name, value);
  }

  static #set(values: Table, name: string, value: unknown): void {
    if (name === 'default') (values.map as Table).default = value;
    else if (name === 'map') values.map = mapTable(value);
    else values[name] = value === '' && neverEmpty.has(name) ? defaults[name] : value;
  }
}

function mapTable(value: unknown): Table {
  if (kindOf(value) === 'hash') return tableOf(value as object, { charge: () => undefined });
  throw new TemplateError('view', 'the map of a view must be a hash of templates by type');
}

/** The members of a hash as a table without prototype. */
export function tableOf(hash: object, budget: Work): Table {
  const table = emptyHash();
  for (const key of hashKeys(hash, budget)) {
    budget.charge(16);
    table[key] = hashGet(hash, key) ?? '';
  }
  return table;
}
