import {
  type ListArguments,
  type PricedOffer,
  pricePriceList,
  type ServiceRow,
  service,
} from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import { allOf, compileFilter, list, listQuery } from '@countinghouse/store';
import type { Collection } from 'mongodb';
import { type Catalogue, serviceCodec } from '../catalogue/catalogue.ts';
import { hasFlag, pricedServiceOf } from '../user-service/priced-service.ts';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';
import { type Branch, branchOf } from './new-tree.ts';
import { usedServices } from './order-once.ts';

const PRICED_AT_ONCE = 500;

export type OfferArguments = ListArguments & { service_id?: number | undefined; category?: string | undefined };

/** The price list of a user (domain.md 2.15). */
export class Offers {
  readonly #catalogue: Catalogue;
  readonly #userServices: Collection<UserServiceDocument>;

  constructor(catalogue: Catalogue, userServices: Collection<UserServiceDocument>) {
    this.#catalogue = catalogue;
    this.#userServices = userServices;
  }

  /** All that match; `limit` restricts only where it is given. */
  async list(userId: number, args: OfferArguments, context: Context, isAdmin: boolean): Promise<PricedOffer[]> {
    const { category, limit = 0, ...rest } = args;
    const like = category === undefined ? {} : compileFilter(service, { category }, { isAdmin: true });
    const query = listQuery(service, rest, { isAdmin, restriction: allOf([{ allow_to_order: 1, deleted: 0 }, like]) });
    const { rows } = await list<ServiceRow>(this.#catalogue.documents, serviceCodec, {
      ...query,
      limit,
      fields: undefined,
      hidden: true,
      projection: {},
    });
    const found: ServiceRow[] = [];
    if (Symbol.asyncIterator in rows) for await (const batch of rows) found.push(...batch);
    else found.push(...rows);
    return this.#priced(userId, await this.#stillOffered(userId, found, context), context);
  }

  /** May the user order it himself? */
  async offers(userId: number, wanted: ServiceRow, context: Context): Promise<boolean> {
    if (wanted.allow_to_order !== 1 || wanted.deleted === 1) return false;
    return (await this.#stillOffered(userId, [wanted], context)).length === 1;
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

/** What is billed together with a composite. */
function billedBelow(branch: Branch): { cost: number; qnt: number }[] {
  return branch.children.flatMap((child) => [
    ...(child.service.pay_always ? [{ cost: child.service.cost ?? 0, qnt: child.qnt }] : []),
    ...billedBelow(child),
  ]);
}
