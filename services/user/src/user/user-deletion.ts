import { randomUUID } from 'node:crypto';
import {
  closeAccount,
  countUserServices,
  eraseAccount,
  eraseUserServices,
  Fault,
  readFigures,
  refuseOrders,
  USER_DELETED_EVENT,
  userNotFound,
} from '@countinghouse/contracts';
import type { Context, Runtime, Sweeper } from '@countinghouse/service';
import { findLive, type IndexesOfCollection, isDuplicateKey, outboxEntry, type Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';
import type { FollowUps } from './follow-ups.ts';
import type { Users } from './users.ts';

const DELETIONS = 'user_deletions';

export const DELETION_INDEXES: IndexesOfCollection = {
  collection: DELETIONS,
  indexes: [{ key: { since: 1 }, name: 'since' }],
};

/**
 * How far the deletion of a user is. `checking`: orders are refused, nothing is lost yet; `closing`: billing closes the account
 * or refuses; `erasing`: the user is gone, his rows follow.
 */
type Step = 'checking' | 'closing' | 'erasing';

interface DeletionDocument extends Document {
  readonly _id: number;
  readonly step: Step;
  readonly force: boolean;
  /** Who works on it: taking it over makes the former one stop. */
  readonly token: string;
  /** Real time. */
  readonly since: Date;
}

/** Rows of a user in this service’s other collections. */
export type EraseOwnRows = (userId: number) => Promise<void>;

const TAKE_OVER_AFTER_MS = 60_000;
const SWEEP_INTERVAL_MS = 15_000;
/** Others may begin and finish between reading and writing. */
const TAKE_ATTEMPTS_MAX = 5;

/** Deletes users in steps that a crash may interrupt anywhere (architecture.md "A command of several steps"). */
export class UserDeletion {
  readonly #runtime: Pick<Runtime, 'systemContext'>;
  readonly #deletions: Collection<DeletionDocument>;
  readonly #users: Users;
  readonly #followUps: FollowUps;
  readonly #eraseOwnRows: EraseOwnRows;

  constructor(
    runtime: Pick<Runtime, 'systemContext'>,
    store: Store,
    parts: { users: Users; followUps: FollowUps; eraseOwnRows: EraseOwnRows },
  ) {
    this.#runtime = runtime;
    this.#deletions = store.collection<DeletionDocument>(DELETIONS);
    this.#users = parts.users;
    this.#followUps = parts.followUps;
    this.#eraseOwnRows = parts.eraseOwnRows;
  }

  /** Fault 404, or 400 for administrators and, unless forced, a balance other than 0 or services (peer-http-api.md A4). */
  async delete(userId: number, force: boolean, context: Context): Promise<void> {
    const user = await findLive(this.#users.collection, userId);
    const begun = user ? undefined : await this.#deletions.findOne({ _id: userId });
    if (!user && !begun) throw userNotFound();
    if (user) await this.#requireDeletable(userId, user.gid, force, context);
    const deletion = await this.#take(userId, force);
    await this.#run(deletion, context);
  }

  sweeper(): Sweeper {
    return { name: 'user-deletions', intervalMs: SWEEP_INTERVAL_MS, sweep: () => this.sweep() };
  }

  /** Continues what a crash left. */
  async sweep(olderThanMs: number = TAKE_OVER_AFTER_MS): Promise<number> {
    const left = await this.#deletions.find({ since: { $lte: new Date(Date.now() - olderThanMs) } }).toArray();
    let failure: unknown;
    for (const { _id: userId, force } of left) {
      const context = this.#runtime.systemContext(`sweep:delete-user:${userId}`);
      try {
        await this.#run(await this.#take(userId, force), context);
      } catch (error) {
        // Nobody is there to be told of a refusal, which undid the deletion; other users must not wait for this one.
        if (!isRefusal(error)) failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return left.length;
  }

  async #requireDeletable(userId: number, gid: number, force: boolean, context: Context): Promise<void> {
    if (gid === 1) throw new Fault(400, "Can't delete admin");
    if (force) return;
    const { rows } = await context.call(readFigures, { user_ids: [userId] });
    if ((rows[0]?.balance ?? 0) !== 0) throw new Fault(400, "Can't delete user with non-zero balance");
  }

  /** Begins the deletion, or takes over one that was begun, at the step where it stands. */
  async #take(userId: number, force: boolean): Promise<DeletionDocument> {
    const mine = { force, token: randomUUID(), since: new Date() };
    for (let attempt = 0; attempt < TAKE_ATTEMPTS_MAX; attempt += 1) {
      const taken = await this.#deletions.findOneAndUpdate(
        { _id: userId },
        { $set: mine },
        { returnDocument: 'after' },
      );
      if (taken) return taken;
      const begun = await this.#begin({ _id: userId, step: 'checking', ...mine });
      if (begun) return begun;
    }
    throw new Fault(409, 'The user is being deleted by another request', { retryAfterSeconds: 1 });
  }

  /** Undefined where another request began at the same moment. */
  async #begin(deletion: DeletionDocument): Promise<DeletionDocument | undefined> {
    try {
      await this.#deletions.insertOne(deletion);
      return deletion;
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  async #run(deletion: DeletionDocument, context: Context): Promise<void> {
    let current = deletion;
    if (current.step === 'checking') {
      await this.#check(current, context);
      current = await this.#advance(current, 'closing');
    }
    if (current.step === 'closing') {
      await this.#close(current, context);
      await this.#bury(current._id, context);
      current = await this.#advance(current, 'erasing');
    }
    await this.#erase(current, context);
  }

  async #check(deletion: DeletionDocument, context: Context): Promise<void> {
    const userId = deletion._id;
    await this.#setOrders(deletion, 1, context);
    if (deletion.force) return;
    const { rows } = await context.call(countUserServices, { user_id: userId });
    if ((rows[0]?.services ?? 0) > 0) throw await this.#undone(deletion, context, "Can't delete user with services");
  }

  async #close(deletion: DeletionDocument, context: Context): Promise<void> {
    try {
      const args = { user_id: deletion._id, force: deletion.force ? 1 : 0 };
      await context.call(closeAccount, args, { key: `close:${deletion._id}:${deletion.token}` });
    } catch (error) {
      if (error instanceof Fault && error.status === 400) throw await this.#undone(deletion, context, error.message);
      if (!(error instanceof Fault && error.status === 404)) throw error;
    }
  }

  /** Takes the refusal of orders back and forgets the deletion; answers the Fault to throw. */
  async #undone(deletion: DeletionDocument, context: Context, text: string): Promise<Fault> {
    await this.#setOrders(deletion, 0, context);
    await this.#deletions.deleteOne({ _id: deletion._id, token: deletion.token });
    return new Fault(400, text);
  }

  async #setOrders(deletion: DeletionDocument, refuse: number, context: Context): Promise<void> {
    const key = `orders:${deletion._id}:${deletion.token}:${refuse}`;
    await context.call(refuseOrders, { user_id: deletion._id, refuse }, { key });
  }

  /** The user, his login and his sessions are gone from here on. */
  async #bury(userId: number, { now }: Context): Promise<void> {
    const event = outboxEntry(USER_DELETED_EVENT, { user_id: userId }, now, `${USER_DELETED_EVENT}:${userId}`);
    await this.#users.bury(userId, event);
    await this.#eraseOwnRows(userId);
    this.#followUps.forgetCredentials(userId);
  }

  async #erase(deletion: DeletionDocument, context: Context): Promise<void> {
    const userId = deletion._id;
    await this.#eraseOwnRows(userId);
    await context.call(eraseUserServices, { user_id: userId }, { key: `erase-services:${userId}` });
    await context.call(eraseAccount, { user_id: userId }, { key: `erase-account:${userId}` });
    await this.#deletions.deleteOne({ _id: userId, token: deletion.token });
  }

  async #advance(deletion: DeletionDocument, step: Step): Promise<DeletionDocument> {
    const advanced = await this.#deletions.findOneAndUpdate(
      { _id: deletion._id, token: deletion.token },
      { $set: { step } },
      { returnDocument: 'after' },
    );
    if (!advanced) throw new Fault(409, 'The user is being deleted by another request');
    return advanced;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Fault && (error.status === 400 || error.status === 409);
}
