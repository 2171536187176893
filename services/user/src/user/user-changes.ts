import { type ChangeUserArguments, Fault, type UserFields } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import { requireGoodPassword } from '../password/password-rules.ts';
import type { Passwords } from '../password/passwords.ts';
import type { FollowUps } from './follow-ups.ts';
import { incomePercentOf, settingsOf } from './settings.ts';
import type { Pending, UserDocument } from './user-document.ts';
import { login2Of, loginOf } from './user-names.ts';
import type { UserChange, Users } from './users.ts';

/** Changes users and brings about what follows: the terms of the account, the end of sessions. */
export class UserChanges {
  readonly #users: Users;
  readonly #passwords: Passwords;
  readonly #followUps: FollowUps;

  constructor(users: Users, passwords: Passwords, followUps: FollowUps) {
    this.#users = users;
    this.#passwords = passwords;
    this.#followUps = followUps;
  }

  /** What an administrator sends: only the fields that are there change; an absent, null or empty password does not. */
  async write({ user_id: userId, password, ...fields }: ChangeUserArguments, context: Context): Promise<UserDocument> {
    const values = normalized(fields);
    const passwordHash = await this.#hashOf(password ?? '');
    await this.#requirePartner(userId, values.partner_id);
    return this.apply(userId, () => ({ values, ...passwordHash }), context);
  }

  /** Any change; what follows from it is derived here. */
  async apply(
    userId: number,
    decide: (now: UserDocument) => UserChange | undefined,
    context: Context,
  ): Promise<UserDocument> {
    const changed = await this.#users.change(
      userId,
      (before) => {
        const change = decide(before);
        return change && { ...change, follow: { ...followingFrom(before, change), ...change.follow } };
      },
      context.now,
    );
    this.#followUps.forgetCredentials(userId);
    return this.#followUps.settle(changed, context);
  }

  /** Sets a password and ends all sessions. */
  async setPassword(userId: number, password: string, context: Context): Promise<UserDocument> {
    requireGoodPassword(password);
    await this.#users.require(userId);
    const passwordHash = await this.#passwords.hash(password);
    return this.apply(userId, () => ({ passwordHash }), context);
  }

  async #hashOf(password: string): Promise<Pick<UserChange, 'passwordHash'>> {
    if (password === '') return {};
    requireGoodPassword(password);
    return { passwordHash: await this.#passwords.hash(password) };
  }

  /** A partner who is named anew must exist; whole objects may name one who was deleted since. */
  async #requirePartner(userId: number, partnerId: number | null | undefined): Promise<void> {
    if (partnerId === undefined || partnerId === null) return;
    const before = await this.#users.require(userId);
    if (before.partner_id === partnerId) return;
    if (partnerId === userId || !(await this.#users.find(partnerId))) throw new Fault(404, 'Partner not found');
  }
}

function normalized({ login, login2, ...rest }: UserFields): UserFields {
  return {
    ...rest,
    ...(login === undefined ? {} : { login: loginOf(login) }),
    ...(login2 === undefined ? {} : { login2: login2Of(login2) }),
  };
}

/** domain.md 1.1 "Side effects of updating a user". */
function followingFrom(
  before: UserDocument,
  change: UserChange,
): Pick<Pending, 'terms' | 'perm_credit' | 'end_sessions'> {
  const values = change.values ?? {};
  return {
    ...(values.perm_credit === 1 || termsDiffer(before, values) ? { terms: true } : {}),
    ...(values.perm_credit === 1 ? { perm_credit: true } : {}),
    ...(change.passwordHash !== undefined || values.block === 1 ? { end_sessions: true } : {}),
  };
}

function termsDiffer(before: UserDocument, values: UserFields): boolean {
  const { credit, discount, can_overdraft: overdraft, partner_id: partner, settings } = values;
  return (
    (credit !== undefined && Math.round(credit * 100) !== before.credit) ||
    (discount !== undefined && discount !== before.discount) ||
    (overdraft !== undefined && overdraft !== before.can_overdraft) ||
    (partner !== undefined && partner !== before.partner_id) ||
    (settings !== undefined && incomePercentOf(settings as never) !== incomePercentOf(settingsOf(before)))
  );
}
