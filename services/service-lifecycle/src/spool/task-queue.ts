import { randomUUID } from 'node:crypto';
import type { TaskStatus } from '@countinghouse/contracts';
import type { Clock } from '@countinghouse/process';
import type { Store } from '@countinghouse/store';
import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import { type ClaimedTask, claimedTask } from './claimed-task.ts';
import { runsAfter, SPOOL, type TaskDocument, taskCodec } from './task.ts';

/** Real time for which a worker that says nothing keeps its task. */
export const LEASE_MS = 20_000;
const CANDIDATES = 64;
const RUNNABLE: readonly TaskStatus[] = ['NEW', 'SUCCESS', 'FAIL', 'DELAYED'];

type Update = UpdateFilter<TaskDocument>;

interface Candidate {
  readonly id: number;
  readonly kind: unknown;
  readonly method: unknown;
  /** No worker has left it unfinished. */
  readonly isNew: boolean;
}

/** Which tasks may be done together, by what they call, and how many at most. */
export interface DoneTogether {
  readonly kind: string;
  readonly method: string;
  readonly limit: number;
}

/** What a worker writes when an attempt is over; the lease ends with it. */
export interface TaskEnd {
  readonly status: TaskStatus;
  readonly response: ClaimedTask['row']['response'];
  readonly executed: Date;
  readonly delayed: number;
  readonly attempts: number;
  readonly waits: number;
}

/**
 * Hands tasks out, each to one worker at a time: by a lease on real time, in the order of domain.md 4.1, due by business time.
 * Where the clock was moved backwards, what ran later than now is due as well (decisions.md 15).
 */
export class TaskQueue {
  readonly tasks: Collection<TaskDocument>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #leaseMs: number;
  #candidates: Candidate[] = [];
  #refilling: Promise<void> | undefined;

  constructor(store: Store, clock: Pick<Clock, 'now'>, leaseMs: number = LEASE_MS) {
    this.tasks = store.collection<TaskDocument>(SPOOL);
    this.#clock = clock;
    this.#leaseMs = leaseMs;
  }

  get leaseMs(): number {
    return this.#leaseMs;
  }

  /** The next task that is due, with those right behind it that may be done together; none where nothing is due. */
  async claimNext(together: DoneTogether): Promise<ClaimedTask[]> {
    for (;;) {
      const [first, ...others] = await this.#nextCandidates(together);
      if (first === undefined) return [];
      const claimed = others.length > 0 ? await this.#claimNew([first, ...others]) : [await this.claim(first.id)];
      const mine = claimed.filter((task) => task !== undefined);
      if (mine.length > 0) return mine;
      // Another replica is at the same candidates: ask again what is left.
      this.#candidates = [];
    }
  }

  /** Those of the tasks that nobody ever had. */
  async #claimNew(candidates: readonly Candidate[]): Promise<ClaimedTask[]> {
    const ids = candidates.map(({ id }) => id);
    const grant = randomUUID();
    const update = { $set: { locked_until: this.#leaseEnd(), grant }, $inc: { lease_token: 1 } } as unknown as Update;
    const filter = { _id: { $in: ids }, ...this.#due(), locked_until: null } as Filter<TaskDocument>;
    await this.tasks.updateMany(filter, update);
    const mine = { _id: { $in: ids }, grant } as Filter<TaskDocument>;
    const documents = await this.tasks.find(mine).sort({ prio: 1, _id: 1 }).toArray();
    return documents.map((document) => {
      const { lease_token: token = 0, attempts } = document;
      return claimedTask(document, { token, isTakenOver: false, attempts });
    });
  }

  /** This task, if it is due and nobody has it. */
  claim(id: number): Promise<ClaimedTask | undefined> {
    return this.#take({ _id: id, ...this.#due() });
  }

  /** This task, whatever its status, if nobody has it. */
  take(id: number): Promise<ClaimedTask | undefined> {
    return this.#take({ _id: id, ...free() });
  }

  async #take(filter: Document): Promise<ClaimedTask | undefined> {
    const update = { $set: { locked_until: this.#leaseEnd() }, $inc: { lease_token: 1 } } as unknown as Update;
    const options = { returnDocument: 'before' } as const;
    const before = await this.tasks.findOneAndUpdate(filter as Filter<TaskDocument>, update, options);
    if (!before) return undefined;
    const isTakenOver = Boolean(before.locked_until);
    const attempts = (before.attempts ?? 0) + (isTakenOver ? 1 : 0);
    return claimedTask(before, { token: (before.lease_token ?? 0) + 1, isTakenOver, attempts });
  }

  /** Has the lease begin anew; false where somebody else has the task now. */
  async renew(task: ClaimedTask): Promise<boolean> {
    return this.#write(task, { $set: { locked_until: this.#leaseEnd() } });
  }

  /** Keeps what an attempt under way must not forget. */
  async note(task: ClaimedTask, fields: Pick<TaskDocument, 'transported' | 'chosen_server'>): Promise<boolean> {
    return this.#write(task, { $set: fields });
  }

  /** Ends an attempt of a task that stays; false where somebody else has it now. */
  async end(task: ClaimedTask, end: TaskEnd): Promise<boolean> {
    const { status, response, executed, delayed, attempts, waits } = end;
    const fields = {
      ...taskCodec.encode({ status, response, delayed, settings: task.row.settings }),
      executed,
      runs_after: runsAfter(executed, delayed),
      attempts,
      waits,
      locked_until: null,
    };
    // What the transport did is done: the next attempt only does what is left. A stuck task begins again.
    const isRepeated = status !== 'STUCK' && attempts + waits > 0;
    return this.#write(task, { $set: { ...fields, ...(isRepeated ? {} : { transported: null }) } });
  }

  /** Gives a task back as it was. */
  async giveBack(task: ClaimedTask): Promise<boolean> {
    return this.#write(task, { $set: { locked_until: null } });
  }

  /** Ends tasks that are finished; answers how many of them nobody else has taken over. */
  async removeMany(tasks: readonly ClaimedTask[]): Promise<number> {
    let removed = 0;
    // Tasks that were claimed for the first time have the same token: one statement for nearly all.
    for (const [lease_token, alike] of Map.groupBy(tasks, (task) => task.token)) {
      const filter = { _id: { $in: alike.map(({ id }) => id) }, lease_token } as Filter<TaskDocument>;
      removed += (await this.tasks.deleteMany(filter)).deletedCount;
    }
    return removed;
  }

  /** Tasks of the user that found a service busy are due at once. */
  async wake(userId: number): Promise<number> {
    const filter = { user_id: userId, waits: { $gt: 0 } } as Filter<TaskDocument>;
    const { modifiedCount } = await this.tasks.updateMany(filter, { $set: { runs_after: new Date(0) } } as Update);
    return modifiedCount;
  }

  /** Does any worker have a task? One that is gone counts until its lease is over. */
  async hasRunning(): Promise<boolean> {
    const filter = { locked_until: { $gt: new Date() } } as Filter<TaskDocument>;
    return (await this.tasks.findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /** Does another worker have a task of the same service? Answers its id. */
  async runningOf(userServiceId: number, exceptId: number): Promise<number | undefined> {
    const filter = { 'settings.user_service_id': userServiceId, locked_until: { $gt: new Date() } };
    const options = { projection: { _id: 1, event: 1 } };
    const others = await this.tasks.find(filter as Filter<TaskDocument>, options).toArray();
    return others.find((other) => other._id !== exceptId && other.event?.name !== 'CHANGED')?._id;
  }

  /** Taken at once, so that no other worker of this replica tries the same. */
  async #nextCandidates(together: DoneTogether): Promise<Candidate[]> {
    if (this.#candidates.length === 0) {
      this.#refilling ??= this.#refill().finally(() => {
        this.#refilling = undefined;
      });
      await this.#refilling;
    }
    const others = this.#candidates.findIndex((candidate) => !isOf(candidate, together));
    const alike = others < 0 ? this.#candidates.length : others;
    return this.#candidates.splice(0, Math.max(1, Math.min(alike, together.limit)));
  }

  async #refill(): Promise<void> {
    const projection = { 'event.kind': 1, 'event.method': 1, locked_until: 1 };
    const found = await this.tasks
      .find(this.#due() as Filter<TaskDocument>, { projection })
      .sort({ prio: 1, _id: 1 })
      .limit(CANDIDATES)
      .toArray();
    this.#candidates = found.map(({ _id: id, event, locked_until }) => ({
      ...{ id, kind: event?.kind, method: event?.method, isNew: !locked_until },
    }));
  }

  #due(): Document {
    const now = this.#clock.now();
    const due = { $or: [{ runs_after: { $lt: now } }, { executed: { $gt: now } }] };
    return { status: { $in: RUNNABLE }, $and: [free(), due] };
  }

  #leaseEnd(): Date {
    return new Date(Date.now() + this.#leaseMs);
  }

  async #write(task: ClaimedTask, update: Document): Promise<boolean> {
    return (await this.tasks.updateOne(mine(task), update as Update)).matchedCount === 1;
  }
}

/** Nobody has it, or who had it is gone. */
export function free(): Document {
  return { $or: [{ locked_until: null }, { locked_until: { $lte: new Date() } }] };
}

function isOf({ kind, method, isNew }: Candidate, together: DoneTogether): boolean {
  return isNew && kind === together.kind && method === together.method;
}

function mine(task: ClaimedTask): Filter<TaskDocument> {
  return { _id: task.id, lease_token: task.token } as Filter<TaskDocument>;
}
