import {
  type Forecast,
  type ForecastCandidate,
  type ForecastItem,
  type ForecastPrice,
  forecast,
  priceForecast,
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

export interface ForecastTerms {
  readonly days?: number | undefined;
  readonly consider_today?: number | undefined;
  readonly blocked?: number | undefined;
}

/** What a user has to pay soon (domain.md 2.14): the services that are due are chosen here, billing prices them. */
export class Forecasts {
  readonly #userServices: Collection<UserServiceDocument>;
  readonly #catalogue: Catalogue;

  constructor(userServices: Collection<UserServiceDocument>, catalogue: Catalogue) {
    this.#userServices = userServices;
    this.#catalogue = catalogue;
  }

  async of(userId: number, terms: ForecastTerms, context: Context): Promise<Forecast> {
    const nodes = await this.#candidates(userId, terms, context.now);
    const ids = nodes.flatMap((node) => [node.service_id, node.next ?? 0]);
    const services = await this.#catalogue.read(ids.filter((id) => id > 0));
    const candidates = nodes.flatMap((node) => candidateOf(node, services));
    const args = { user_id: userId, at: dateTextOf(context.now), candidates };
    const { rows } = await context.call(priceForecast, args);
    const [priced] = rows;
    if (!priced) throw new Error(`Billing answered no forecast for user ${userId}`);
    const byId = new Map(nodes.map((node) => [node._id, node]));
    return { ...priced, items: priced.items.map((price) => itemOf(price, byId, services)) };
  }

  async #candidates(userId: number, terms: ForecastTerms, now: Date): Promise<UserServiceDocument[]> {
    const before = horizon(now, terms);
    const statuses = terms.blocked === 1 ? [...STATUSES, 'BLOCK' as const] : [...STATUSES];
    const nodes = await this.#userServices
      .find({ user_id: userId, status: { $in: statuses }, auto_bill: 1, withdraw_id: { $ne: null } })
      .toArray();
    return nodes
      .filter((node) => node.expire === null || (node.expire < before && !endsThen(node)))
      .sort((a, b) => a._id - b._id);
  }
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
