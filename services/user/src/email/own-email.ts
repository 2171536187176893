import {
  Fault,
  type JsonObject,
  readEmail,
  readEmails,
  removeEmail,
  setEmail,
  setEmailOf,
  verifyEmail,
  verifyEmailByPath,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import type { Configuration } from '../configuration/configuration.ts';
import { memberOf, settingsOf } from '../user/settings.ts';
import type { UserChanges } from '../user/user-changes.ts';
import type { UserDocument } from '../user/user-document.ts';
import type { UserChange, Users } from '../user/users.ts';
import { isEmail } from './email-address.ts';
import type { EmailCodes } from './email-codes.ts';
import type { Emails } from './emails.ts';
import { mailRequest } from './mail-request.ts';

export interface EmailParts {
  readonly users: Users;
  readonly changes: UserChanges;
  readonly emails: Emails;
  readonly emailCodes: EmailCodes;
  readonly configuration: Configuration;
}

/** `/v1/user/email`: everything answers 200 with a message that clients show (peer-http-api.md 1B). */
export function ownEmail(parts: EmailParts): Implementation[] {
  const { users, changes, emails } = parts;
  return [
    implement(readEmail, async (_args, context) => {
      const user = await users.require(actingUser(context));
      const verified = memberOf(settingsOf(user), 'email_verified');
      return { rows: [{ email: await emails.of(user), email_verified: verified ? 1 : 0 }] };
    }),
    implement(setEmail, ({ email }, context) => replaceEmail(actingUser(context), email, changes, context)),
    implement(setEmailOf, ({ user_id: userId, email }, context) => replaceEmail(userId, email, changes, context)),
    ...[verifyEmail, verifyEmailByPath].map((operation) =>
      implement(operation, async ({ email, code }, context) => {
        const user = await users.require(actingUser(context));
        if (code) return message(await checkCode(user, code, parts, context));
        return message(email ? await sendCode(user, email, parts, context) : 'Email or code required');
      }),
    ),
    implement(removeEmail, async (_args, context) => {
      await changes.apply(actingUser(context), withoutEmail, context);
      return message('Successful');
    }),
    implement(readEmails, async ({ user_ids: userIds }) => ({ rows: await emails.ofUsers(userIds) })),
  ];
}

function message(msg: string): { rows: { msg: string }[] } {
  return { rows: [{ msg }] };
}

async function replaceEmail(userId: number, email: string, changes: UserChanges, context: Context) {
  if (!isEmail(email)) return message('is not email');
  try {
    await changes.apply(userId, (user) => withEmail(user, email), context);
  } catch (error) {
    if (error instanceof Fault && error.status === 409) return message('already in use');
    throw error;
  }
  return message('Successful');
}

/** Another address is not verified yet; an empty login2 takes it. */
function withEmail(user: UserDocument, email: string): UserChange {
  const { email_verified: verified, ...settings } = settingsOf(user);
  const kept: JsonObject = settings.email === email && verified !== undefined ? { email_verified: verified } : {};
  const values = { settings: { ...settings, email, ...kept } };
  return { values: user.login2 === null ? { ...values, login2: email } : values };
}

function withoutEmail(user: UserDocument): UserChange {
  const { email: _email, email_verified: _verified, ...settings } = settingsOf(user);
  return { values: { settings } };
}

async function sendCode(user: UserDocument, email: string, parts: EmailParts, context: Context): Promise<string> {
  const current = await parts.emails.of(user);
  if (current === null || current.toLowerCase() !== email.toLowerCase()) {
    return 'Email mismatch. Use the email shown in your profile.';
  }
  const code = await parts.emailCodes.issue(user._id, current);
  const mail = {
    userId: user._id,
    title: 'send verify code',
    to: current,
    subject: 'Verification code',
    message: `Your verification code: ${code}`,
  };
  await parts.users.tell(user, await mailRequest(mail, parts.configuration, context.now));
  return 'Verification code sent';
}

async function checkCode(user: UserDocument, code: string, parts: EmailParts, context: Context): Promise<string> {
  const current = (await parts.emails.of(user)) ?? '';
  const verdict = await parts.emailCodes.redeem(user._id, current, code);
  if (verdict === 'wrong') return 'Invalid code';
  if (verdict === 'expired') return 'Code expired';
  const verified = (now: UserDocument): UserChange => ({
    values: { settings: { ...settingsOf(now), email: current, email_verified: 1 } },
  });
  await parts.changes.apply(user._id, verified, context);
  return 'Email verified successfully';
}
