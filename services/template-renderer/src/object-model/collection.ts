import type { ListReply } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { Arguments } from './arguments.ts';
import { type HostModel, modelOf } from './host-model.ts';
import { type Kind, ModelObject, type Owner } from './model-object.ts';
import type { Render } from './render.ts';

export interface CollectionSource<Row extends object> {
  readonly render: Render;
  readonly kind: Kind<Row>;
  readonly owner: Owner | undefined;
  open(): Promise<ListReply<Row>>;
}

/**
 * More objects than one page: they are read page by page while FOR walks them, each page a cohort of its own. `size`, `max`,
 * `first` and `pluck` need no more than that; for every other list method and index all are read and kept.
 */
export class Collection<Row extends object> implements HostModel {
  readonly handle: object;
  readonly #source: CollectionSource<Row>;
  readonly #total: number;
  #listed: unknown[] | undefined;
  #opened: ListReply<Row> | undefined;

  constructor(source: CollectionSource<Row>, opened: ListReply<Row>) {
    this.#source = source;
    this.#opened = opened;
    this.#total = opened.total;
    this.handle = hostObject(this);
    source.render.closeAtEnd(() => {
      if (this.#opened) void close(this.#opened);
    });
  }

  get size(): number {
    return this.#listed?.length ?? this.#total;
  }

  get(name: string): unknown {
    if (this.#listed) return undefined;
    switch (name) {
      case 'size':
        return this.#total;
      case 'max':
        return this.#total - 1;
      case 'first':
        return (count?: unknown) => this.#first(count);
      case 'pluck':
        return (...args: unknown[]) => this.#pluck(new Arguments(args).text(0));
      default:
        return undefined;
    }
  }

  async list(): Promise<unknown[]> {
    this.#listed ??= await this.#all();
    return this.#listed;
  }

  iterate(): unknown[] | AsyncGenerator<object> {
    return this.#listed ?? this.#handles();
  }

  async *#handles(): AsyncGenerator<object> {
    for await (const objects of this.#pages()) for (const object of objects) yield object.handle;
  }

  async row(): Promise<unknown[]> {
    if (this.#listed) return Promise.all(this.#listed.map(rowOrValue));
    const rows: unknown[] = [];
    for await (const objects of this.#pages()) rows.push(...(await Promise.all(objects.map((object) => object.row()))));
    return rows;
  }

  async *#pages(): AsyncGenerator<ModelObject<Row>[]> {
    const { render, kind, owner } = this.#source;
    const reply = this.#opened ?? (await this.#source.open());
    this.#opened = undefined;
    const pages = Symbol.asyncIterator in reply.rows ? reply.rows : [reply.rows];
    for await (const rows of pages) yield ModelObject.ofRows(render, kind, rows, owner);
  }

  async #first(count: unknown): Promise<unknown> {
    if (count !== undefined) return (await this.list()).slice(0, Number(count) || 0);
    for await (const [object] of this.#pages()) if (object) return object.handle;
    return undefined;
  }

  async #all(): Promise<object[]> {
    const all: object[] = [];
    for await (const object of this.#handles()) all.push(object);
    return all;
  }

  async #pluck(name: string): Promise<unknown[]> {
    const values: unknown[] = [];
    for await (const objects of this.#pages()) {
      for (const object of objects) values.push(await pluckOne(object, name));
    }
    return values;
  }
}

async function rowOrValue(item: unknown): Promise<unknown> {
  const model = modelOf(item);
  return model ? model.row() : item;
}

async function pluckOne(object: Pick<HostModel, 'get'>, name: string): Promise<unknown> {
  const value = object.get(name);
  return typeof value === 'function' ? await (value as () => unknown)() : value;
}

async function close(reply: ListReply<unknown>): Promise<void> {
  if (Symbol.asyncIterator in reply.rows) await reply.rows[Symbol.asyncIterator]().return?.();
}
