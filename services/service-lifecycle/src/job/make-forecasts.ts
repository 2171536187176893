import type { ServiceEventRow } from '@countinghouse/contracts';
import type { Runtime } from '@countinghouse/service';
import { dateTextOf, instantOf, type Store } from '@countinghouse/store';
import { addPeriodToDate } from '@countinghouse/tariff';
import type { Collection, Document } from 'mongodb';
import type { Forecasts } from '../forecast/forecast.ts';
import type { ServiceEvents } from '../service-event/service-events.ts';
import { enqueue, type NewTask } from '../spool/task.ts';
import { tasksOfUserEvent } from '../user-event/user-event-tasks.ts';
import { USER_SERVICES, type UserServiceDocument } from '../user-service/user-service-document.ts';
import { batchesOf } from './batches.ts';

/** The event of a user who has to pay soon. */
export const FORECAST_EVENT = 'forecast';
const FORECAST_PRIO = 110;
const USERS_AT_ONCE = 100;
/** When each user was told last. */
export const FORECAST_CHECKS = 'forecast_checks';

/** Settings of the job (domain.md 4.7). */
export interface ForecastJobTerms {
  readonly days?: number;
  readonly blocked?: number;
  /** How long a user is left alone after a notice, such as `7d`; absent is not at all. */
  readonly checkPeriod?: string;
}

export interface CheckDocument extends Document {
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
    notified += await job.tell(users);
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
    this.#checks = options.runtime.store.collection<CheckDocument>(FORECAST_CHECKS);
    this.#now = options.runtime.clock.now();
  }

  /** Answers how many of them have to pay. */
  async tell(users: readonly number[]): Promise<number> {
    const { runtime, forecasts } = this.#options;
    const { days, blocked } = this.#terms;
    const asked = await this.#withoutThoseLeftAlone(users);
    if (asked.length === 0) return 0;
    const context = { ...runtime.systemContext(`forecasts:${asked[0]}:${this.#now.getTime()}`), now: this.#now };
    const found = await forecasts.ofMany(asked, { days, blocked }, context);
    const owing = found.filter(({ forecast }) => forecast.total > 0).map(({ user_id }) => user_id);
    if (owing.length === 0) return 0;
    await enqueue(
      runtime.store,
      owing.flatMap((user) => this.#tasksFor(user)),
      this.#now,
    );
    await this.#remember(owing);
    return owing.length;
  }

  #tasksFor(userId: number): NewTask[] {
    const id = `forecast:${userId}:${this.#now.getTime()}`;
    const event = { id, type: FORECAST_EVENT, data: { user_id: userId } };
    return tasksOfUserEvent(event, this.#rows).map((task) => ({ ...task, prio: FORECAST_PRIO }));
  }

  async #remember(users: readonly number[]): Promise<void> {
    const update = { $set: { notified: this.#now } };
    const writes = users.map((user) => ({ updateOne: { filter: { _id: user }, update, upsert: true } }));
    await this.#checks.bulkWrite(writes, { ordered: false });
  }

  async #withoutThoseLeftAlone(users: readonly number[]): Promise<number[]> {
    const { checkPeriod } = this.#terms;
    if (checkPeriod === undefined) return [...users];
    const checks = await this.#checks.find({ _id: { $in: [...users] } }).toArray();
    const alone = new Set(checks.filter((check) => this.#isRecent(check.notified, checkPeriod)).map(({ _id }) => _id));
    return users.filter((user) => !alone.has(user));
  }

  #isRecent(notified: Date, period: string): boolean {
    return notified <= this.#now && instantOf(addPeriodToDate(dateTextOf(notified), period)) > this.#now;
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
