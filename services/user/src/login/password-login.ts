import { Fault } from '@countinghouse/contracts';
import { type AddressLimit, plainAddress } from '@countinghouse/service';
import type { Passwords } from '../password/passwords.ts';
import { settingsOf } from '../user/settings.ts';
import type { UserDocument } from '../user/user-document.ts';
import type { Users } from '../user/users.ts';

/** The text that clients match on (clients.md 1.0). */
export const INCORRECT_LOGIN = 'Incorrect login or password';

export interface Given {
  readonly login: string;
  readonly password: string;
  readonly address: string | undefined;
}

/** Who a login and a password belong to; all password methods come through here, so that failures are counted in one place. */
export class PasswordLogin {
  readonly #users: Users;
  readonly #passwords: Passwords;
  readonly #failures: AddressLimit;

  constructor(users: Users, passwords: Passwords, failures: AddressLimit) {
    this.#users = users;
    this.#passwords = passwords;
    this.#failures = failures;
  }

  /**
   * The user, or undefined for a wrong password, an unknown login and a blocked user. Fault 429 where too many failed from the
   * address or too many wait for a hash, 403 where the user’s own settings forbid this login.
   */
  async identify({ login, password, address }: Given): Promise<UserDocument | undefined> {
    const user = await this.#users.findByLogin(login);
    // Asked when its turn has come: a burst of guesses must not all pass before the first is counted.
    const mayTry = () => this.#failures.require(address);
    const check = await this.#passwords.check(user?.password ?? null, user?.login ?? '', password, mayTry);
    if (!check.matches || !user || user.block === 1) {
      await this.#failures.count(address);
      return undefined;
    }
    requireAllowed(user, address);
    if (check.upgraded !== undefined) await this.#upgrade(user, check.upgraded);
    return user;
  }

  /** Unless the password was changed meanwhile. */
  async #upgrade(user: UserDocument, hash: string): Promise<void> {
    await this.#users.collection.updateOne({ _id: user._id, password: user.password }, { $set: { password: hash } });
  }
}

/** `strict_ip_mode` with `ip`, and `password_auth_disabled` (domain.md 1.1), for every way of sending a password. */
function requireAllowed(user: UserDocument, address: string | undefined): void {
  const settings = settingsOf(user);
  if (isSet(settings.password_auth_disabled)) throw new Fault(403, 'Password authentication is disabled.');
  const { ip } = settings;
  if (isSet(settings.strict_ip_mode) && typeof ip === 'string' && plainAddress(address ?? '') !== plainAddress(ip)) {
    throw new Fault(403, 'Login from this IP is prohibited');
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '' && value !== '0';
}
