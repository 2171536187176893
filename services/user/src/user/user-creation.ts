import { Fault, type UserFields } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import { dateTextOf, isDuplicateKey, type Store } from '@countinghouse/store';
import type { Document } from 'mongodb';
import { requireGoodPassword } from '../password/password-rules.ts';
import type { Passwords } from '../password/passwords.ts';
import type { FollowUps } from './follow-ups.ts';
import type { UserDocument } from './user-document.ts';
import { USERS } from './user-indexes.ts';
import { login2Of, loginOf, namesOf } from './user-names.ts';
import { userCodec } from './user-rows.ts';
import type { Users } from './users.ts';

export interface NewUser {
  readonly fields: UserFields;
  readonly login: string;
  readonly password: string;
  /** Registered by himself, not added by an administrator. */
  readonly registered?: true;
  /** Chosen by the operator of the system: no rule about its length. */
  readonly anyPassword?: true;
}

/** Adds users: validated, hashed, with an open account. */
export class UserCreation {
  readonly #store: Store;
  readonly #users: Users;
  readonly #passwords: Passwords;
  readonly #followUps: FollowUps;

  constructor(store: Store, users: Users, passwords: Passwords, followUps: FollowUps) {
    this.#store = store;
    this.#users = users;
    this.#passwords = passwords;
    this.#followUps = followUps;
  }

  /**
   * The user with his account open. Repeating it with the same key continues it. `admit` runs once the login is known to be
   * free and may throw. Fault 400, 404 (partner) or 409.
   */
  async create(given: NewUser, context: Context, admit: () => Promise<void> = async () => {}): Promise<UserDocument> {
    return this.#followUps.settle(await this.insert(given, context, admit), context);
  }

  /** The same without the account, which is opened when what is pending is settled. */
  async insert(given: NewUser, context: Context, admit: () => Promise<void> = async () => {}): Promise<UserDocument> {
    const values = valuesOf(given, context);
    if (!given.anyPassword) requireGoodPassword(given.password);
    await this.#requireFree(values, context.key);
    await admit();
    const { partner_id: partnerId } = values;
    if (partnerId !== null && partnerId !== undefined && !(await this.#users.find(partnerId))) {
      throw new Fault(404, 'Partner not found');
    }
    const extra = { password: await this.#passwords.hash(given.password), created_key: context.key };
    return this.#insert(values, { ...extra, ...pendingOf(given) });
  }

  /** Saves the hash where it would be in vain. */
  async #requireFree(values: ReturnType<typeof valuesOf>, key: string): Promise<void> {
    const names = namesOf(values);
    const holder = await this.#users.collection.findOne({ names: { $in: names } });
    if (holder && holder.created_key !== key) {
      throw await this.#users.nameInUse(names, { _id: 0, settings_text: JSON.stringify(values.settings) }, undefined);
    }
  }

  async #insert(values: ReturnType<typeof valuesOf>, extra: Document & { created_key: string }): Promise<UserDocument> {
    const names = namesOf(values);
    const fields = userCodec.encodeNew(values as never);
    try {
      return await this.#store.insertWithId<UserDocument>(
        USERS,
        (id) => ({ ...fields, _id: id, names, rev: 1, outbox: [], ...extra }) as unknown as UserDocument,
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const mine = await this.#users.collection.findOne({ created_key: extra.created_key });
      if (mine && mine.login === values.login) return mine;
      throw await this.#users.nameInUse(names, { _id: 0, settings_text: JSON.stringify(values.settings) }, error);
    }
  }
}

function valuesOf({ fields, login }: NewUser, { now }: Context) {
  const { login2, created, settings, ...rest } = fields;
  return {
    ...rest,
    login: loginOf(login),
    login2: login2Of(login2 ?? null),
    created: created ?? dateTextOf(now),
    settings: settings ?? {},
  };
}

function pendingOf({ registered }: NewUser): Document {
  return { pending: { rev: 1, since: new Date(), open: true, ...(registered ? { registered } : {}) } };
}
