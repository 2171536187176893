import type { ListReply } from '@countinghouse/contracts';
import { hostObject } from '@countinghouse/template-language';
import { Arguments } from './arguments.ts';
import type { HostModel } from './host-model.ts';
import { type Kind, ModelObject, type Owner } from './model-object.ts';
import type { Render } from './render.ts';

export interface CollectionSource<Row extends object> {
  readonly render: Render;
  readonly kind: Kind<Row>;
  readonly owner: Owner | undefined;
  open(): Promise<ListReply<Row>>;
}

/**
 * More objects than one page: they are read page by page while FOR walks them, each page a cohort of its own. `size`, `first`,
 * `max` and `pluck` are there; `.list` makes a list of all for everything else.
 */
export class Collection<Row extends object> implements HostModel {
  readonly handle: object;
  readonly #source: CollectionSource<Row>;
  readonly #total: number;
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

  get(name: string): unknown {
    switch (name) {
      case 'size':
        return this.#total;
      case 'max':
        return this.#total - 1;
      case 'first':
        return () => this.#first();
      case 'list':
        return () => this.#all();
      case 'pluck':
        return (...args: unknown[]) => this.#pluck(new Arguments(args).text(0));
      default:
        throw new Error(`${name} of more than one page of objects: write .items.list.${name}`);
    }
  }

  async *iterate(): AsyncGenerator<object> {
    for await (const objects of this.#pages()) for (const object of objects) yield object.handle;
  }

  async row(): Promise<unknown[]> {
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

  async #first(): Promise<object | undefined> {
    for await (const [object] of this.#pages()) if (object) return object.handle;
    return undefined;
  }

  async #all(): Promise<object[]> {
    const all: object[] = [];
    for await (const object of this.iterate()) all.push(object);
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

async function pluckOne(object: Pick<HostModel, 'get'>, name: string): Promise<unknown> {
  const value = object.get(name);
  return typeof value === 'function' ? await (value as () => unknown)() : value;
}

async function close(reply: ListReply<unknown>): Promise<void> {
  if (Symbol.asyncIterator in reply.rows) await reply.rows[Symbol.asyncIterator]().return?.();
}
