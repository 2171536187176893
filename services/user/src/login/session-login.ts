import { Fault } from '@countinghouse/contracts';
import { dateTextOf } from '@countinghouse/store';
import type { Sessions } from '../session/sessions.ts';
import type { UserDocument } from '../user/user-document.ts';
import { userCodec } from '../user/user-rows.ts';
import type { Users } from '../user/users.ts';
import { type Given, INCORRECT_LOGIN, type PasswordLogin } from './password-login.ts';

export interface LoggedIn {
  readonly sessionId: string;
  readonly user: UserDocument;
}

/** Logs in by password and opens a session. */
export class SessionLogin {
  readonly #users: Users;
  readonly #sessions: Sessions;
  readonly #passwordLogin: PasswordLogin;

  constructor(users: Users, sessions: Sessions, passwordLogin: PasswordLogin) {
    this.#users = users;
    this.#sessions = sessions;
    this.#passwordLogin = passwordLogin;
  }

  /** Fault 403 where the credentials are wrong or `admit` refuses the user, 429 where there were too many. */
  async logIn(given: Given, now: Date, admit: (user: UserDocument) => void = () => {}): Promise<LoggedIn> {
    const user = await this.#passwordLogin.identify(given);
    if (!user) throw new Fault(403, INCORRECT_LOGIN);
    admit(user);
    const sessionId = await this.#sessions.open(user._id);
    await this.#requireStill(user, sessionId);
    const lastLogin = userCodec.encode({ last_login: dateTextOf(now) });
    await this.#users.collection.updateOne({ _id: user._id, login: user.login }, { $set: lastLogin });
    return { sessionId, user };
  }

  /** A password changed, or a user blocked, between check and session ends that session too. */
  async #requireStill(user: UserDocument, sessionId: string): Promise<void> {
    const now = await this.#users.find(user._id);
    if (now && now.block === 0 && (now.rev ?? 0) === (user.rev ?? 0)) return;
    if (now && now.block === 0 && now.password === user.password) return;
    await this.#sessions.end(sessionId);
    throw new Fault(403, INCORRECT_LOGIN);
  }
}
