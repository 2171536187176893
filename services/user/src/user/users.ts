import {
  Fault,
  type JsonObject,
  USER_CHANGED_EVENT,
  type UserFields,
  type UserRow,
  userNotFound,
} from '@countinghouse/contracts';
import {
  batchedFindByIds,
  findLive,
  isDuplicateKey,
  type OutboxEntry,
  outboxEntry,
  type PointReads,
  pushOutbox,
  requireOutboxRoom,
  type Store,
} from '@countinghouse/store';
import type { Collection, Document, UpdateFilter } from 'mongodb';
import type { Announcer } from '../events/announcer.ts';
import { settingsOf } from './settings.ts';
import type { Pending, UserDocument } from './user-document.ts';
import { USERS } from './user-indexes.ts';
import { namesOf } from './user-names.ts';
import { userCodec } from './user-rows.ts';

/** One change of a user, decided from how he is now. */
export interface UserChange {
  /** Wire values of the fields that change. */
  readonly values?: UserFields;
  /** The new hash. */
  readonly passwordHash?: string;
  /** What follows from it elsewhere. */
  readonly follow?: Pick<Pending, 'terms' | 'perm_credit' | 'end_sessions'>;
  /** The key of the automatic payment that this asks for. */
  readonly autoPaymentKey?: string;
  /** Further events beside `user.changed`. */
  readonly events?: readonly OutboxEntry[];
}

/** More contention than this on one user means that something is wrong. */
const ATTEMPTS_MAX = 50;

/** The stored users: reads by key and guarded changes. */
export class Users {
  readonly collection: Collection<UserDocument>;
  /** All fields; those asked for in one tick are one query. */
  readonly find: PointReads<number, UserDocument>;
  /** What authentication needs. */
  readonly findIdentity: PointReads<number, UserDocument>;

  readonly #outbox: Announcer;

  constructor(store: Store, outbox: Announcer) {
    this.#outbox = outbox;
    this.collection = store.collection<UserDocument>(USERS);
    this.find = batchedFindByIds(this.collection, undefined);
    this.findIdentity = batchedFindByIds(this.collection, { login: 1, gid: 1, block: 1 });
  }

  /** The user, or a Fault 404. */
  async require(userId: number): Promise<UserDocument> {
    const document = await this.find(userId);
    if (!document) throw userNotFound();
    return document;
  }

  /** The user with this login or login2, without case. */
  async findByLogin(given: string): Promise<UserDocument | undefined> {
    const name = given.toLowerCase();
    if (name === '') return undefined;
    const document = await this.collection.findOne({ names: name });
    const { login, login2 } = document ?? {};
    return document && (login === name || login2?.toLowerCase() === name) ? document : undefined;
  }

  /**
   * Changes a user by one guarded write; `decide` is asked again where another change came first, and answers undefined where
   * there is nothing to do. Fault 404 for an unknown user, 409 where a login or an address is in use.
   */
  async change(userId: number, decide: (now: UserDocument) => UserChange | undefined, at: Date): Promise<UserDocument> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const before = await findLive(this.collection, userId);
      if (!before) throw userNotFound();
      const change = decide(before);
      if (!change) return before;
      requireOutboxRoom(before, 1 + (change.events?.length ?? 0));
      const after = await this.#write(before, change, at);
      if (after) {
        this.announce(after);
        return after;
      }
    }
    throw new Fault(503, 'The user is being changed by others', { retryAfterSeconds: 1 });
  }

  async #write(before: UserDocument, change: UserChange, at: Date): Promise<UserDocument | null> {
    const rev = (before.rev ?? 0) + 1;
    const set: Document = {
      ...userCodec.encode((change.values ?? {}) as Partial<UserRow>),
      rev,
      ...pendingOf(change, rev),
    };
    if (change.passwordHash !== undefined) set.password = change.passwordHash;
    if (change.autoPaymentKey !== undefined) set.auto_payment_key = change.autoPaymentKey;
    const names = namesAfter(before, change.values ?? {});
    if (names.length > 0) set.names = names;
    const changed = { ...before, ...set } as UserDocument;
    const entries = [outboxEntry(USER_CHANGED_EVENT, userEventOf(changed), at), ...(change.events ?? [])];
    try {
      return await this.collection.findOneAndUpdate(
        { _id: before._id, rev: (before.rev ?? null) as number },
        {
          $set: set,
          ...(names.length > 0 ? {} : { $unset: { names: '' } }),
          ...pushOutbox(entries),
        } as UpdateFilter<UserDocument>,
        { returnDocument: 'after' },
      );
    } catch (error) {
      if (isDuplicateKey(error)) throw await this.nameInUse(names, changed, error);
      throw error;
    }
  }

  /** Publishes the events that the document holds. */
  announce(document: Pick<UserDocument, '_id' | 'outbox'>): void {
    if (document.outbox && document.outbox.length > 0) this.#outbox.settleSoon(USERS, document);
  }

  /** Tells of something that happened to the user without changing him. */
  async tell(user: UserDocument, entry: OutboxEntry): Promise<void> {
    requireOutboxRoom(user);
    const change = pushOutbox([entry]) as UpdateFilter<UserDocument>;
    const { matchedCount } = await this.collection.updateOne({ _id: user._id, login: user.login }, change);
    if (matchedCount === 0) throw userNotFound();
    this.announce({ _id: user._id, outbox: [entry] });
  }

  /** Deletes the user and tells of it. */
  async bury(userId: number, event: OutboxEntry): Promise<void> {
    await this.#outbox.bury(USERS, userId, [event]);
  }

  /** Which of the names is taken: the login counts before the address. */
  async nameInUse(
    names: readonly string[],
    who: Pick<UserDocument, 'settings_text' | '_id'>,
    cause: unknown,
  ): Promise<Fault> {
    const { email } = settingsOf(who);
    const address = typeof email === 'string' ? email.toLowerCase() : undefined;
    const logins = names.filter((name) => name !== address);
    const holder = await this.collection.findOne(
      { names: { $in: logins }, _id: { $ne: who._id } },
      { projection: { _id: 1 } },
    );
    return new Fault(409, holder || logins.length === names.length ? 'Login already in use' : 'Email already in use', {
      cause,
    });
  }
}

function pendingOf({ follow }: UserChange, rev: number): Document {
  if (!follow || Object.keys(follow).length === 0) return {};
  const flags = Object.entries(follow).map(([name, value]) => [`pending.${name}`, value]);
  return { ...Object.fromEntries(flags), 'pending.rev': rev, 'pending.since': new Date() };
}

function namesAfter(before: UserDocument, values: UserFields): string[] {
  return namesOf({
    login: values.login ?? before.login,
    login2: values.login2 === undefined ? before.login2 : values.login2,
    settings: values.settings ?? settingsOf(before),
  });
}

/** What the user events tell. */
export function userEventOf(user: Pick<UserDocument, '_id' | 'login' | 'block' | 'gid' | 'partner_id'>): JsonObject {
  return {
    user_id: user._id,
    login: user.login,
    block: user.block,
    gid: user.gid,
    partner_id: user.partner_id ?? null,
  };
}
