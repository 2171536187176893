import {
  type ArgumentsOfOperation,
  hasAdminRights,
  type JsonObject,
  listOffers,
  listOffersOfUser,
  order,
  orderForUser,
  type ServiceRow,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import type { RateCounter } from '@countinghouse/store';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { serviceCodec } from '../catalogue/catalogue.ts';
import { hasFlag } from '../user-service/priced-service.ts';
import { nameWithSettings } from '../user-service/service-name.ts';
import { decodeUserService, settingsOf, type UserServiceDocument } from '../user-service/user-service-document.ts';
import { viewOfOne } from '../user-service/view.ts';
import { findExisting } from './existing-service.ts';
import type { Offers } from './offers.ts';
import { countOrder } from './order-limit.ts';
import type { OrderRefusals } from './order-refusals.ts';
import { type Orders, prohibited, serviceNotExists } from './orders.ts';

export interface Ordering {
  readonly catalogue: Catalogue;
  readonly orders: Orders;
  readonly offers: Offers;
  readonly refusals: OrderRefusals;
  readonly counter: RateCounter;
  readonly userServices: Parameters<typeof findExisting>[0];
}

/** /v1/service/order and /v1/admin/service/order. */
export function orderImplementations(ordering: Ordering): Implementation[] {
  return [
    implement(listOffers, async (args, context) => {
      const isAdmin = hasAdminRights(context.caller);
      const { rows, page } = await ordering.offers.list(actingUser(context), args, context, isAdmin);
      return { rows: isAdmin ? rows : rows.map(visibleOffer), page };
    }),
    implement(listOffersOfUser, ({ user_id, ...args }, context) =>
      ordering.offers.list(user_id ?? actingUser(context), args, context, true),
    ),
    implement(order, ({ service_id }, context) => placeOwnOrder(ordering, service_id, context)),
    implement(orderForUser, async (args, context) => {
      const root = await placeOrderFor(ordering, args, context);
      return { rows: [(await viewOfOne(ordering.catalogue, context, root)) as never] };
    }),
  ];
}

function visibleOffer(row: object): object {
  const hidden = Object.entries(serviceCodec.resource.fields).filter(([, field]) => field.hidden);
  const names = new Set(hidden.map(([name]) => name));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));
}

async function placeOwnOrder(ordering: Ordering, serviceId: number, context: Context) {
  const userId = actingUser(context);
  const isAdmin = hasAdminRights(context.caller);
  if (!isAdmin) await countOrder(ordering.counter, context.caller.address);
  await ordering.refusals.requireAllowed(userId);
  const service = await requireService(ordering, serviceId);
  if (!isAdmin && !(await ordering.offers.offers(userId, service, context))) throw prohibited();
  const onceKey = !isAdmin && hasFlag(service, 'order_only_once') ? `${userId}:${serviceId}` : null;
  const terms = { userId, service, settings: null, autoBill: 1, terms: {}, endDate: null, onceKey };
  const root = await ordering.orders.create(terms, context);
  return { rows: [ownRow(service, root, isAdmin) as never] };
}

function ownRow(service: ServiceRow, root: UserServiceDocument, isAdmin: boolean): object {
  return { name: nameWithSettings(service.name, settingsOf(root)), ...decodeUserService(root, isAdmin) };
}

/** An administrator orders for a user whatever the price list says, deleted services too (peer-http-api.md 1D). */
async function placeOrderFor(
  ordering: Ordering,
  args: ArgumentsOfOperation<typeof orderForUser>,
  context: Context,
): Promise<UserServiceDocument> {
  const { user_id: userId, cost, months, qnt, discount, bonus } = args;
  await ordering.refusals.requireAllowed(userId);
  const service = await requireService(ordering, args.service_id);
  const existing = await findExisting(ordering.userServices, ordering.catalogue, args);
  if (existing) return existing;
  return ordering.orders.create(
    {
      userId,
      service,
      settings: (args.settings ?? null) as JsonObject | null,
      autoBill: args.auto_bill ?? 1,
      terms: { cost, months: months === 0 ? undefined : months, qnt, discount, bonus },
      endDate: args.end_date ?? null,
      onceKey: null,
    },
    context,
  );
}

async function requireService({ catalogue }: Ordering, id: number): Promise<ServiceRow> {
  const service = await catalogue.find(id);
  if (!service) throw serviceNotExists(id);
  return service;
}
