import type { ServiceEventRow } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import { dateTextOf, instantOf, type Store } from '@countinghouse/store';
import { addPeriodToDate } from '@countinghouse/tariff';
import type { Collection, Document } from 'mongodb';
import type { Forecasts } from '../forecast/forecast.ts';
import type { ServiceEvents } from '../service-event/service-events.ts';
import { enqueue } from '../spool/task.ts';
import { tasksOfUserEvent } from '../user-event/user-event-tasks.ts';
import { USER_SERVICES, type UserServiceDocument } from '../user-service/user-service-document.ts';
import { batchesOf } from './batches.ts';

/** The event of a user who has to pay soon. */
export const FORECAST_EVENT = 'forecast';
const FORECAST_PRIO = 110;
const USERS_AT_ONCE = 8;
const CHECKS = 'forecast_checks';

/** Settings of the job (domain.md 4.7). */
export interface ForecastJobTerms {
  readonly days?: number;
  readonly blocked?: number;
  /** How long a user is left alone after a notice, such as `7d`; absent is not at all. */
  readonly checkPeriod?: string;
}

interface CheckDocument extends Document {
  /** The user. */
  readonly _id: number;
  readonly notified: Date;
}

export interface ForecastJobOptions {
  readonly runtime: Pick<Runtime, 'store' | 'clock' | 'systemContext'>;
  readonly forecasts: Forecasts;
  readonly events: ServiceEvents;
}

/** Queues the commands of the event `forecast` for every user whose forecast total is above 0; answers how many users. */
export async function makeForecasts(options: ForecastJobOptions, terms: ForecastJobTerms): Promise<number> {
  const rows = await options.events.named([FORECAST_EVENT]);
  if (rows.length === 0) return 0;
  const job = new ForecastJob(options, terms, rows);
  let notified = 0;
  for await (const users of batchesOf(usersWithServices(options.runtime.store), USERS_AT_ONCE)) {
    const told = await Promise.all(users.map((user) => job.tell(user)));
    notified += told.filter(Boolean).length;
  }
  return notified;
}

class ForecastJob {
  readonly #options: ForecastJobOptions;
  readonly #terms: ForecastJobTerms;
  readonly #rows: readonly ServiceEventRow[];
  readonly #checks: Collection<CheckDocument>;
  readonly #now: Date;

  constructor(options: ForecastJobOptions, terms: ForecastJobTerms, rows: readonly ServiceEventRow[]) {
    this.#options = options;
    this.#terms = terms;
    this.#rows = rows;
    this.#checks = options.runtime.store.collection<CheckDocument>(CHECKS);
    this.#now = options.runtime.clock.now();
  }

  /** True where there was something to tell. */
  async tell(userId: number): Promise<boolean> {
    if (await this.#isLeftAlone(userId)) return false;
    const { runtime, forecasts } = this.#options;
    const { days, blocked } = this.#terms;
    const id = `forecast:${userId}:${this.#now.getTime()}`;
    const context = { ...runtime.systemContext(id, userId), now: this.#now };
    const { total } = await forecasts.of(userId, { days, blocked }, context);
    if (total <= 0) return false;
    const event = { id, type: FORECAST_EVENT, data: { user_id: userId } };
    const tasks = tasksOfUserEvent(event, this.#rows).map((task) => ({ ...task, prio: FORECAST_PRIO }));
    await enqueue(runtime.store, tasks, this.#now);
    await this.#checks.updateOne({ _id: userId }, { $set: { notified: this.#now } }, { upsert: true });
    return true;
  }

  async #isLeftAlone(userId: number): Promise<boolean> {
    const { checkPeriod } = this.#terms;
    if (checkPeriod === undefined) return false;
    const check = await this.#checks.findOne({ _id: userId });
    if (!check || check.notified > this.#now) return false;
    return instantOf(addPeriodToDate(dateTextOf(check.notified), checkPeriod)) > this.#now;
  }
}

/** Each user once, in the order of an index. */
async function* usersWithServices(store: Store): AsyncGenerator<number> {
  const cursor = store
    .collection<UserServiceDocument>(USER_SERVICES)
    .find({ status: { $ne: 'REMOVED' }, auto_bill: 1 }, { projection: { user_id: 1 } })
    .sort({ user_id: 1, status: 1, _id: 1 });
  let last: number | undefined;
  for await (const { user_id } of cursor) {
    if (user_id !== last) yield user_id;
    last = user_id;
  }
}
