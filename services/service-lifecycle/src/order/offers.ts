import {
  type ListArguments,
  type PricedOffer,
  pricePriceList,
  type RowsReply,
  renderForTask,
  type ServiceRow,
  service,
} from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import { allOf, type Condition, compileFilter, type ListQuery, list, listQuery } from '@countinghouse/store';
import type { Collection } from 'mongodb';
import { type Catalogue, serviceCodec } from '../catalogue/catalogue.ts';
import type { ConfigProjection } from '../configuration/config-projection.ts';
import { hasFlag, pricedServiceOf } from '../user-service/priced-service.ts';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';
import { type Branch, branchOf } from './new-tree.ts';
import { usedServices } from './order-once.ts';

const PRICED_AT_ONCE = 500;

export type OfferArguments = ListArguments & { service_id?: number | undefined; category?: string | undefined };

export type OfferPage = Required<Pick<RowsReply<PricedOffer>, 'rows' | 'page'>>;

/** The price list of a user: what may be ordered, or what the template of the configuration names (domain.md 2.15). */
export class Offers {
  readonly #catalogue: Catalogue;
  readonly #userServices: Collection<UserServiceDocument>;
  readonly #config: Pick<ConfigProjection, 'read'>;

  constructor(
    catalogue: Catalogue,
    userServices: Collection<UserServiceDocument>,
    config: Pick<ConfigProjection, 'read'>,
  ) {
    this.#catalogue = catalogue;
    this.#userServices = userServices;
    this.#config = config;
  }

  /** All that match; `limit` restricts only where it is given. Prices are asked for what is shown. */
  async list(userId: number, args: OfferArguments, context: Context, isAdmin: boolean): Promise<OfferPage> {
    const { category, ...rest } = args;
    const like = category === undefined ? {} : compileFilter(service, { category }, { isAdmin: true });
    const named = await this.#namedByTemplate(userId, context);
    const restriction = allOf([named ? idsIn(named) : { allow_to_order: 1 }, { deleted: 0 }, like]);
    const query = listQuery(service, rest, { isAdmin, restriction });
    const found = await this.#matching(query);
    const offered = await this.#stillOffered(userId, named ? inOrderOf(found, named) : found, context);
    const end = args.limit === undefined || query.limit === 0 ? offered.length : query.offset + query.limit;
    const rows = await this.#priced(userId, offered.slice(query.offset, end), context);
    return { rows, page: { total: offered.length, ...query.echo } };
  }

  async #matching(query: ListQuery): Promise<ServiceRow[]> {
    const whole = { ...query, limit: 0, offset: 0, fields: undefined, hidden: true, projection: {} };
    const { rows } = await list<ServiceRow>(this.#catalogue.documents, serviceCodec, whole);
    if (!(Symbol.asyncIterator in rows)) return [...rows];
    const found: ServiceRow[] = [];
    for await (const batch of rows) found.push(...batch);
    return found;
  }

  /** May the user order it himself? */
  async offers(userId: number, wanted: ServiceRow, context: Context): Promise<boolean> {
    if (wanted.deleted === 1) return false;
    const named = await this.#namedByTemplate(userId, context);
    if (!(named ? named.includes(wanted.service_id) : wanted.allow_to_order === 1)) return false;
    return (await this.#stillOffered(userId, [wanted], context)).length === 1;
  }

  /** The ids that the template `billing.price_list_template_id` prints; undefined where none is configured. */
  async #namedByTemplate(userId: number, context: Context): Promise<readonly number[] | undefined> {
    const billing = (await this.#config.read('billing')) as { price_list_template_id?: unknown } | undefined;
    const name = billing?.price_list_template_id;
    if (typeof name !== 'string' || name === '') return undefined;
    const { rows } = await context.call(renderForTask, { name, user_id: userId });
    const ids = (rows[0]?.text ?? '').match(/\d{1,15}/g) ?? [];
    return ids.map(Number);
  }

  async #stillOffered(userId: number, rows: readonly ServiceRow[], context: Context): Promise<ServiceRow[]> {
    const once = rows.filter((row) => hasFlag(row, 'order_only_once')).map((row) => row.service_id);
    const used = await usedServices(this.#userServices, context, userId, once);
    return rows.filter((row) => !used.has(row.service_id));
  }

  async #priced(userId: number, rows: readonly ServiceRow[], context: Context): Promise<PricedOffer[]> {
    const priced: PricedOffer[] = [];
    for (let at = 0; at < rows.length; at += PRICED_AT_ONCE) {
      const some = rows.slice(at, at + PRICED_AT_ONCE);
      const offers = await Promise.all(some.map((row) => this.#offerOf(row)));
      const reply = await context.call(
        pricePriceList,
        { user_id: userId, offers },
        { key: `${context.key}:prices:${at}` },
      );
      priced.push(...some.map((row, index) => ({ ...row, ...reply.rows[index] }) as PricedOffer));
    }
    return priced;
  }

  async #offerOf(row: ServiceRow) {
    const children = row.is_composite === 1 ? billedBelow(await branchOf(this.#catalogue, row)) : [];
    return { service: pricedServiceOf(row), children };
  }
}

function idsIn(ids: readonly number[]): Condition {
  return { _id: { $in: [...ids] } } as unknown as Condition;
}

function inOrderOf(rows: readonly ServiceRow[], ids: readonly number[]): ServiceRow[] {
  const byId = new Map(rows.map((row) => [row.service_id, row]));
  return [...new Set(ids)].map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** What is billed together with a composite. */
function billedBelow(branch: Branch): { cost: number; qnt: number }[] {
  return branch.children.flatMap((child) => [
    ...(child.service.pay_always ? [{ cost: child.service.cost ?? 0, qnt: child.qnt }] : []),
    ...billedBelow(child),
  ]);
}
