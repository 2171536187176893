import type { Runtime } from '@countinghouse/service';
import { RateCounter } from '@countinghouse/store';
import { Catalogue } from './catalogue/catalogue.ts';
import { ConfigProjection } from './configuration/config-projection.ts';
import { Forecasts } from './forecast/forecast.ts';
import { type Activation, activateServices } from './job/activation.ts';
import { activateMany } from './job/bulk-activation.ts';
import { BulkTouch } from './job/bulk-touch.ts';
import { cleanUp, cleanUpTerms } from './job/clean-up.ts';
import { type ForecastJobTerms, makeForecasts } from './job/make-forecasts.ts';
import { type ProlongationResult, prolongate } from './job/prolongation.ts';
import { Offers } from './order/offers.ts';
import { OrderRefusals } from './order/order-refusals.ts';
import { Orders } from './order/orders.ts';
import { ServiceEvents } from './service-event/service-events.ts';
import { applyEventDone, type EventDone } from './user-service/finish-task.ts';
import { type Stage, TreeChanges } from './user-service/tree-changes.ts';
import { type UserServiceDocument, userServicesOf } from './user-service/user-service-document.ts';

type LifecycleRuntime = Pick<Runtime, 'store' | 'outbox' | 'log' | 'clock' | 'systemContext'>;

/** The catalogue and the state machine as the other parts of this service use them. */
export class Lifecycle {
  readonly catalogue: Catalogue;
  readonly events: ServiceEvents;
  readonly changes: TreeChanges;
  readonly orders: Orders;
  readonly offers: Offers;
  readonly forecasts: Forecasts;
  readonly refusals: OrderRefusals;
  readonly counter: RateCounter;
  readonly config: ConfigProjection;
  readonly #runtime: LifecycleRuntime;
  readonly #bulk: BulkTouch;

  constructor(runtime: LifecycleRuntime, afterStage?: (stage: Stage) => void) {
    const { store } = runtime;
    this.#runtime = runtime;
    this.catalogue = new Catalogue(store);
    this.events = new ServiceEvents(store);
    const { catalogue, events } = this;
    this.changes = new TreeChanges({ runtime, catalogue, events, ...(afterStage ? { afterStage } : {}) });
    this.orders = new Orders(store, catalogue, this.changes);
    this.forecasts = new Forecasts(userServicesOf(store), catalogue);
    this.refusals = new OrderRefusals(store);
    this.counter = new RateCounter(store);
    this.config = new ConfigProjection(store);
    this.offers = new Offers(catalogue, userServicesOf(store), this.config);
    this.#bulk = new BulkTouch({ runtime, catalogue, events, changes: this.changes });
  }

  /** A command of an event succeeded. */
  applyEventDone(done: EventDone): Promise<UserServiceDocument | undefined> {
    return applyEventDone(this.#runtime, this.changes, done);
  }

  /** After a payment, a bonus or a credit; `key` names the cause. */
  activateServices(userId: number, key: string): Promise<Activation> {
    return activateServices(this.#runtime, this.changes, userId, key);
  }

  /** The same for many users at once, by user. */
  activateMany(userIds: readonly number[], key: string): Promise<Map<number, Activation>> {
    return activateMany(this.#runtime, { changes: this.changes, bulk: this.#bulk }, userIds, key);
  }

  /** The job `job_prolongate`. */
  prolongate(): Promise<ProlongationResult> {
    return prolongate(this.#runtime, this.#bulk);
  }

  /** The part of `job_cleanup` that removes services. */
  async cleanUp(): Promise<number> {
    const billing = (await this.config.read('billing')) as { cleanup?: { USObject?: unknown } } | undefined;
    return cleanUp(this.#runtime, this.changes, cleanUpTerms(billing?.cleanup?.USObject));
  }

  /** The job `job_make_forecasts`; answers how many users have to pay soon. */
  makeForecasts(terms: ForecastJobTerms = {}): Promise<number> {
    return makeForecasts({ runtime: this.#runtime, forecasts: this.forecasts, events: this.events }, terms);
  }
}
