import {
  type Forecast,
  type ForecastCandidate,
  type ForecastItem,
  type ForecastPrice,
  type ForecastTerms,
  forecast,
  type PricedForecast,
  priceForecast,
  priceForecasts,
  readForecasts,
  type UserServiceStatus,
} from '@countinghouse/contracts';
import { actingUser, type Context, implement } from '@countinghouse/service';
import { dateTextOf } from '@countinghouse/store';
import type { Collection } from 'mongodb';
import type { Catalogue, Services } from '../catalogue/catalogue.ts';
import { pricedServiceOf } from '../user-service/priced-service.ts';
import { nameWithSettings } from '../user-service/service-name.ts';
import { settingsOf, type UserServiceDocument } from '../user-service/user-service-document.ts';

const STATUSES: readonly UserServiceStatus[] = ['INIT', 'PROGRESS', 'ACTIVE', 'NOT PAID'];
const DAYS_DEFAULT = 3;

/** What a user has to pay soon (domain.md 2.14): the services that are due are chosen here, billing prices them. */
export class Forecasts {
  readonly #userServices: Collection<UserServiceDocument>;
  readonly #catalogue: Catalogue;

  constructor(userServices: Collection<UserServiceDocument>, catalogue: Catalogue) {
    this.#userServices = userServices;
    this.#catalogue = catalogue;
  }

  async of(userId: number, terms: ForecastTerms, context: Context): Promise<Forecast> {
    const { nodes, services } = await this.#candidates([userId], terms, context.now);
    const candidates = nodes.flatMap((node) => candidateOf(node, services));
    const args = { user_id: userId, at: dateTextOf(context.now), candidates };
    const { rows } = await context.call(priceForecast, args);
    const [priced] = rows;
    if (!priced) throw new Error(`Billing answered no forecast for user ${userId}`);
    return withNames(priced, nodes, services);
  }

  /** The forecasts of users by id; those without an account are left out. */
  async ofMany(
    userIds: readonly number[],
    terms: ForecastTerms,
    context: Context,
  ): Promise<{ user_id: number; forecast: Forecast }[]> {
    const { nodes, services } = await this.#candidates(userIds, terms, context.now);
    const byUser = Map.groupBy(nodes, (node) => node.user_id);
    const ofUser = (userId: number) => byUser.get(userId) ?? [];
    const users = userIds.map((user_id) => ({
      user_id,
      candidates: ofUser(user_id).flatMap((node) => candidateOf(node, services)),
    }));
    const { rows } = await context.call(priceForecasts, { at: dateTextOf(context.now), users });
    return rows.map(({ user_id, ...priced }) => ({
      user_id,
      forecast: withNames(priced, ofUser(user_id), services),
    }));
  }

  async #candidates(
    userIds: readonly number[],
    terms: ForecastTerms,
    now: Date,
  ): Promise<{ readonly nodes: UserServiceDocument[]; readonly services: Services }> {
    const before = horizon(now, terms);
    const statuses = terms.blocked === 1 ? [...STATUSES, 'BLOCK' as const] : [...STATUSES];
    const found = await this.#userServices
      .find({ user_id: { $in: [...userIds] }, status: { $in: statuses }, auto_bill: 1, withdraw_id: { $ne: null } })
      .toArray();
    const nodes = found
      .filter((node) => node.expire === null || (node.expire < before && !endsThen(node)))
      .sort((a, b) => a._id - b._id);
    const ids = nodes.flatMap((node) => [node.service_id, node.next ?? 0]);
    return { nodes, services: await this.#catalogue.read(ids.filter((id) => id > 0)) };
  }
}

function withNames(priced: PricedForecast, nodes: readonly UserServiceDocument[], services: Services): Forecast {
  const byId = new Map(nodes.map((node) => [node._id, node]));
  return { ...priced, items: priced.items.map((price) => itemOf(price, byId, services)) };
}

/** Before this moment services must end to be due: the beginning of today or tomorrow and the days asked for. */
function horizon(now: Date, { days = DAYS_DEFAULT, consider_today }: ForecastTerms): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days + (consider_today === 1 ? 0 : 1));
}

/** Nothing follows the present period. */
function endsThen(node: UserServiceDocument): boolean {
  return node.next === -1 || (node.one_off === true && !node.next);
}

function candidateOf(node: UserServiceDocument, services: Services): ForecastCandidate[] {
  const service = services.get(node.service_id);
  if (!service || node.withdraw_id === null) return [];
  const next = node.next !== null && node.next > 0 ? services.get(node.next) : undefined;
  const { _id: user_service_id, withdraw_id } = node;
  return [
    { user_service_id, withdraw_id, service: pricedServiceOf(service), next: next ? pricedServiceOf(next) : null },
  ];
}

function itemOf(
  { user_service_id, next, ...current }: ForecastPrice,
  nodes: ReadonlyMap<number, UserServiceDocument>,
  services: Services,
): ForecastItem {
  const node = nodes.get(user_service_id);
  if (!node) throw new Error(`Billing forecasts user service ${user_service_id}, which was not asked for`);
  const nameOf = (id: number) => nameWithSettings(services.get(id)?.name ?? '', settingsOf(node));
  return {
    name: nameOf(node.service_id),
    service_id: node.service_id,
    usi: user_service_id,
    user_service_id,
    status: node.status,
    expire: node.expire === null ? '' : dateTextOf(node.expire),
    ...current,
    next: { name: nameOf(next.service_id), ...next },
  };
}

/** GET /v1/user/pay/forecast. */
export function implementForecast(forecasts: Forecasts) {
  return implement(forecast, async (args, context) => ({
    rows: [await forecasts.of(actingUser(context), args, context)],
  }));
}

/** The same for many users, for templates. */
export function implementForecastsOfUsers(forecasts: Forecasts) {
  return implement(readForecasts, async ({ user_ids, ...terms }, context) => ({
    rows: await forecasts.ofMany(user_ids, terms, context),
  }));
}
