import {
  type AccountTerms,
  AUTHENTICATION_CHANGED_TOPIC,
  Fault,
  openAccount,
  REGISTERED_EVENT,
  USER_CREATED_EVENT,
  updateAccount,
} from '@countinghouse/contracts';
import type { Context, Runtime, Sweeper } from '@countinghouse/service';
import { findLive, outboxEntry, pushOutbox } from '@countinghouse/store';
import type { UpdateFilter } from 'mongodb';
import type { Sessions } from '../session/sessions.ts';
import { incomePercentOf, settingsOf } from './settings.ts';
import type { Pending, UserDocument } from './user-document.ts';
import { type Users, userEventOf } from './users.ts';

/** Younger ones are left to the request that wrote them. */
const SWEEP_AGE_MS = 30_000;
const SWEEP_INTERVAL_MS = 10_000;
const ROUNDS_MAX = 20;

/** Brings about what a change of a user has to do elsewhere; what a crash left, the sweeper does. */
export class FollowUps {
  readonly #runtime: Pick<Runtime, 'bus' | 'systemContext'>;
  readonly #users: Users;
  readonly #sessions: Sessions;

  constructor(runtime: Pick<Runtime, 'bus' | 'systemContext'>, users: Users, sessions: Sessions) {
    this.#runtime = runtime;
    this.#users = users;
    this.#sessions = sessions;
  }

  /**
   * Does what the document has pending and answers it without. Where another change came in between, the terms are told
   * again as they are then, so that the last change is what billing keeps.
   */
  async settle(document: UserDocument, context: Context): Promise<UserDocument> {
    let current = document;
    let owed: Partial<Pending> = {};
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const { pending } = current;
      if (!pending && !owed.terms) return current;
      owed = { ...owed, ...pending };
      await this.#bringAbout(current, owed, context, `${context.key}/user/${current._id}/${current.rev ?? 0}/${round}`);
      const settled = pending ? await this.#finish(current, pending, context.now) : undefined;
      if (settled) return settled;
      const reread = await findLive(this.#users.collection, current._id);
      if (!reread) return current;
      owed = reread.rev === current.rev ? {} : { terms: true };
      current = reread;
    }
    return current;
  }

  /** For every replica: the users whose request died. */
  sweeper(): Sweeper {
    return { name: 'user-follow-ups', intervalMs: SWEEP_INTERVAL_MS, sweep: () => this.sweep() };
  }

  async sweep(olderThanMs: number = SWEEP_AGE_MS): Promise<number> {
    const left = this.#users.collection.find({ 'pending.since': { $lte: new Date(Date.now() - olderThanMs) } });
    let done = 0;
    let failure: unknown;
    for await (const document of left) {
      const context = this.#runtime.systemContext(`sweep:user:${document._id}:${document.rev ?? 0}`);
      try {
        await this.settle(document, context);
        done += 1;
      } catch (error) {
        // The others must not wait for this one.
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return done;
  }

  /** Ends what is known of a user’s credentials on every replica. */
  forgetCredentials(userId: number): void {
    this.#runtime.bus.broadcast(AUTHENTICATION_CHANGED_TOPIC, { user_id: userId });
  }

  async #bringAbout(user: UserDocument, owed: Partial<Pending>, context: Context, key: string): Promise<void> {
    if (owed.open) await this.#openAccount(user, context);
    else if (owed.terms) await this.#tellTerms(user, owed.perm_credit === true, context, key);
    if (owed.end_sessions) await this.#sessions.endAll(user._id);
    this.forgetCredentials(user._id);
  }

  async #openAccount(user: UserDocument, context: Context): Promise<void> {
    await context.call(openAccount, { user_id: user._id, ...termsOf(user) }, { key: `open:${user._id}` });
  }

  /** A user who was imported without an account gets one. */
  async #tellTerms(user: UserDocument, permCredit: boolean, context: Context, key: string): Promise<void> {
    const terms = { user_id: user._id, ...termsOf(user), ...(permCredit ? { perm_credit: 1 } : {}) };
    try {
      await context.call(updateAccount, terms, { key });
    } catch (error) {
      if (!(error instanceof Fault && error.status === 404)) throw error;
      await this.#openAccount(user, context);
    }
  }

  async #finish(user: UserDocument, pending: Pending, at: Date): Promise<UserDocument | null> {
    const types = pending.open ? [USER_CREATED_EVENT, ...(pending.registered ? [REGISTERED_EVENT] : [])] : [];
    const entries = types.map((type) => outboxEntry(type, userEventOf(user), at, `${type}:${user._id}`));
    const settled = await this.#users.collection.findOneAndUpdate(
      { _id: user._id, 'pending.rev': pending.rev },
      { $unset: { pending: '' }, ...pushOutbox(entries) } as UpdateFilter<UserDocument>,
      { returnDocument: 'after' },
    );
    if (settled) this.#users.announce(settled);
    return settled;
  }
}

function termsOf(user: UserDocument): AccountTerms {
  return {
    credit: user.credit / 100,
    discount: user.discount,
    can_overdraft: user.can_overdraft,
    partner_id: user.partner_id,
    income_percent: incomePercentOf(settingsOf(user)),
  };
}
