import type { EmailsOfUser, JsonValue } from '@countinghouse/contracts';
import type { Profiles } from '../profile/profiles.ts';
import { memberOf, settingsOf } from '../user/settings.ts';
import type { UserDocument } from '../user/user-document.ts';
import type { Users } from '../user/users.ts';
import { isEmail } from './email-address.ts';

/** Addresses of users: settings.email, login2, login, profiles; the first valid one counts (domain.md 1.2). */
export class Emails {
  readonly #users: Users;
  readonly #profiles: Profiles;

  constructor(users: Users, profiles: Profiles) {
    this.#users = users;
    this.#profiles = profiles;
  }

  async ofUsers(userIds: readonly number[]): Promise<EmailsOfUser[]> {
    const [found, profiles] = await Promise.all([
      Promise.all(userIds.map((userId) => this.#users.find(userId))),
      this.#profiles.ofUsers(userIds),
    ]);
    return found
      .filter((user) => user !== undefined)
      .map((user) => {
        const data = profiles.filter((profile) => profile.user_id === user._id).map((profile) => profile.data);
        const emails = emailsOf(user, data);
        return { user_id: user._id, email: emails[0] ?? null, emails };
      });
  }

  async of(user: UserDocument): Promise<string | null> {
    return (await this.ofUsers([user._id]))[0]?.email ?? null;
  }

  /** Whose login, login2, settings.email or profile's email it is. */
  async findUser(given: string): Promise<UserDocument | undefined> {
    const name = given.toLowerCase();
    const named = await this.#users.collection.findOne({ names: name, login: { $exists: true } });
    if (named) return named;
    if (!isEmail(given)) return undefined;
    const profile = await this.#profiles.collection.findOne({ 'data.email': { $in: [...new Set([given, name])] } });
    return profile ? this.#users.find(profile.user_id) : undefined;
  }
}

function emailsOf(user: UserDocument, profiles: readonly JsonValue[]): string[] {
  const candidates = [
    memberOf(settingsOf(user), 'email'),
    user.login2,
    user.login,
    ...profiles.map((data) => memberOf(data, 'email')),
  ];
  return [...new Set(candidates.filter((candidate) => isEmail(candidate)))];
}
