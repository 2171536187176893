import { AddressLimit, type Runtime } from '@countinghouse/service';
import { RateCounter } from '@countinghouse/store';
import { Configuration } from './configuration/configuration.ts';
import { EMAIL_CODE_INDEXES, EmailCodes } from './email/email-codes.ts';
import { Emails } from './email/emails.ts';
import { PasswordLogin } from './login/password-login.ts';
import { SessionLogin } from './login/session-login.ts';
import { Passwords } from './password/passwords.ts';
import { RESET_TOKEN_INDEXES, ResetTokens } from './password/reset-tokens.ts';
import { PROFILE_INDEXES, Profiles } from './profile/profiles.ts';
import { CAPTCHA_INDEXES, Captchas } from './registration/captchas.ts';
import { SESSION_INDEXES, Sessions } from './session/sessions.ts';
import { STORAGE_INDEXES, Storage } from './storage/storage.ts';
import { Figures } from './user/figures.ts';
import { FollowUps } from './user/follow-ups.ts';
import { UserChanges } from './user/user-changes.ts';
import { UserCreation } from './user/user-creation.ts';
import { DELETION_INDEXES, UserDeletion } from './user/user-deletion.ts';
import { USER_INDEXES } from './user/user-indexes.ts';
import { UserRows } from './user/user-rows.ts';
import { Users } from './user/users.ts';

/** decisions.md 16. */
const FAILED_LOGINS = { windowMs: 180_000, max: 5 } as const;
const REGISTRATIONS = { windowMs: 3_600_000, max: 5 } as const;

export interface Parts {
  readonly users: Users;
  readonly rows: UserRows;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly followUps: FollowUps;
  readonly changes: UserChanges;
  readonly creation: UserCreation;
  readonly deletion: UserDeletion;
  readonly passwordLogin: PasswordLogin;
  readonly sessionLogin: SessionLogin;
  readonly configuration: Configuration;
  readonly captchas: Captchas;
  readonly registrations: AddressLimit;
  readonly profiles: Profiles;
  readonly storage: Storage;
  readonly emails: Emails;
  readonly emailCodes: EmailCodes;
  readonly resetTokens: ResetTokens;
}

const INDEXES = [
  USER_INDEXES,
  SESSION_INDEXES,
  DELETION_INDEXES,
  CAPTCHA_INDEXES,
  PROFILE_INDEXES,
  STORAGE_INDEXES,
  EMAIL_CODE_INDEXES,
  RESET_TOKEN_INDEXES,
];

/** What the operations work with, on indexed collections. */
export async function assemble(runtime: Runtime): Promise<Parts> {
  const { store } = runtime;
  await store.ensureIndexes(INDEXES);
  const users = new Users(store, runtime.outbox);
  const sessions = new Sessions(store);
  const passwords = new Passwords();
  const followUps = new FollowUps(runtime, users, sessions);
  const counter = new RateCounter(store);
  const failures = new AddressLimit(counter, 'failed-login', FAILED_LOGINS);
  const passwordLogin = new PasswordLogin(users, passwords, failures);
  const profiles = new Profiles(store);
  const storage = new Storage(store);
  const resetTokens = new ResetTokens(store);
  const eraseOwnRows = async (userId: number): Promise<void> => {
    await sessions.endAll(userId);
    await Promise.all([profiles.deleteAll(userId), storage.deleteAll(userId), resetTokens.revokeAll(userId)]);
  };
  return {
    users,
    rows: new UserRows(users.collection, new Figures(() => runtime.systemContext('figures'))),
    sessions,
    passwords,
    followUps,
    changes: new UserChanges(users, passwords, followUps),
    creation: new UserCreation(store, users, passwords, followUps),
    deletion: new UserDeletion(runtime, store, { users, followUps, eraseOwnRows }),
    passwordLogin,
    sessionLogin: new SessionLogin(users, sessions, passwordLogin),
    configuration: new Configuration(store, runtime.outbox),
    captchas: new Captchas(store),
    registrations: new AddressLimit(counter, 'registration', REGISTRATIONS),
    profiles,
    storage,
    emails: new Emails(users, profiles),
    emailCodes: new EmailCodes(store),
    resetTokens,
  };
}
