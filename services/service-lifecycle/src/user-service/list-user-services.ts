import {
  type ArgumentsOfOperation,
  hasAdminRights,
  type JsonObject,
  type JsonValue,
  listOwnServices,
  listUserServices,
  type ServiceRow,
  selectUserServices,
  service,
  type UserServiceRow,
  userService,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import {
  allOf,
  type Condition,
  compileFilter,
  type ListQueryOptions,
  list,
  listQuery,
  mapRows,
  resolveCustomKeys,
  type Store,
} from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { USER_SERVICES, userServiceCodec } from './user-service-document.ts';
import { joinView } from './view.ts';

const NOT_REMOVED = { filter: { status: { $ne: 'REMOVED' } }, unless: ['user_service_id', 'usi', 'status'] } as const;
const ROOTS_ONLY = { filter: { parent: null }, unless: ['user_service_id', 'usi', 'parent'] } as const;
/** A status in a filter that lifts the restriction (domain.md 1.9). */
const ANY_STATUS = 'ANY';

/** The lists of user services. */
export class UserServiceLists {
  readonly #documents: Collection<Document>;
  readonly #catalogue: Catalogue;

  constructor(store: Store, catalogue: Catalogue) {
    this.#documents = store.collection(USER_SERVICES);
    this.#catalogue = catalogue;
  }

  implementations(): Implementation[] {
    return [
      implement(listUserServices, (args, context) => this.#view(args, context)),
      implement(listOwnServices, (args, context) => this.#own(args, context)),
      implement(selectUserServices, async (args) => {
        const { filter, ...rest } = args;
        return this.#page({ ...rest, ...withoutAny(filter) }, { isAdmin: true, equality: ['user_id'] });
      }),
    ];
  }

  /** The joined view of administrators (peer-http-api.md A9). */
  async #view(args: ArgumentsOfOperation<typeof listUserServices>, context: Context) {
    const { usi, category, fields, ...rest } = args;
    const reply = await this.#page(
      { ...rest, ...(usi === undefined ? {} : { user_service_id: usi }), ...withoutAny(args.filter) },
      {
        isAdmin: true,
        equality: ['user_id', 'parent'],
        rawText: ['settings'],
        restriction: category === undefined ? {} : await this.#ofCategory(category),
        custom: await resolveCustomKeys(args.filter, this.#catalogueKeys()),
        defaultsUnless: [...(isAnyStatus(args.filter) ? [] : [NOT_REMOVED]), ROOTS_ONLY],
      },
    );
    const names = fields?.split(',').map((name) => name.trim());
    const chosen = names?.includes('*') ? undefined : names;
    return mapRows(reply, async (rows) => {
      const views = await joinView(this.#catalogue, context, rows);
      return chosen ? views.map((view) => chosenOf(view, chosen)) : views;
    });
  }

  /** A user's own services, children included (peer-http-api.md 1B). */
  async #own(args: ArgumentsOfOperation<typeof listOwnServices>, context: Context) {
    const { category, fields: _fields, ...rest } = args;
    const own: Condition = { user_id: actingUser(context) };
    const ofCategory = category === undefined ? {} : await this.#inCatalogue({ category });
    const reply = await this.#page(
      { ...rest, ...withoutAny(args.filter) },
      {
        isAdmin: hasAdminRights(context.caller),
        restriction: allOf([own, ofCategory]),
        defaultsUnless: isAnyStatus(args.filter) ? [] : [NOT_REMOVED],
      },
    );
    return mapRows(reply, async (rows) => {
      const services = await this.#catalogue.read(rows.map((row) => row.service_id));
      return rows.map((row) => ownRow(row, services.get(row.service_id)));
    });
  }

  #page(args: Parameters<typeof listQuery>[1], options: ListQueryOptions) {
    return list<UserServiceRow>(this.#documents, userServiceCodec, listQuery(userService, args, options));
  }

  /** Keys of a filter that mean the catalogue row. */
  #catalogueKeys() {
    return {
      name: (value: JsonValue) => this.#inCatalogue({ name: value }),
      category: (value: JsonValue) => this.#inCatalogue({ category: value }),
    };
  }

  #ofCategory(pattern: string): Promise<Condition> {
    return this.#inCatalogue({ category: pattern });
  }

  async #inCatalogue(filter: JsonObject): Promise<Condition> {
    const ids = await this.#catalogue.ids(compileFilter(service, filter, { isAdmin: true }));
    return { service_id: { $in: ids } };
  }
}

function chosenOf(view: Record<string, unknown>, names: readonly string[]): never {
  const entries = Object.entries(view).filter(([name]) => names.includes(name));
  return (entries.length > 0 ? Object.fromEntries(entries) : view) as never;
}

function ownRow(row: UserServiceRow, catalogueRow: ServiceRow | undefined): Record<string, unknown> {
  const { user_service_id, service_id, created, expire, status, next, parent } = row;
  const shown = {
    name: catalogueRow?.name ?? '',
    cost: catalogueRow?.cost ?? 0,
    category: catalogueRow?.category ?? '',
  };
  return { user_service_id, service_id, service: shown, created, expire, status, next, parent };
}

function isAnyStatus(filter: JsonObject | undefined): boolean {
  return filter?.status === ANY_STATUS;
}

/** `ANY` is no status, but says that all are meant. */
function withoutAny(filter: JsonObject | undefined): { filter?: JsonObject } {
  if (filter === undefined) return {};
  if (!isAnyStatus(filter)) return { filter };
  const { status: _any, ...rest } = filter;
  return { filter: rest };
}
