import {
  checkResetToken,
  fieldRequired,
  finishReset,
  resetPassword,
  USER_PASSWORD_RESET_EVENT,
} from '@countinghouse/contracts';
import { type Context, type Implementation, implement } from '@countinghouse/service';
import { outboxEntry } from '@countinghouse/store';
import type { Configuration } from '../configuration/configuration.ts';
import type { Emails } from '../email/emails.ts';
import { mailRequest } from '../email/mail-request.ts';
import { memberOf } from '../user/settings.ts';
import type { UserChanges } from '../user/user-changes.ts';
import type { UserDocument } from '../user/user-document.ts';
import { type Users, userEventOf } from '../user/users.ts';
import { requireGoodPassword } from './password-rules.ts';
import type { ResetToken, ResetTokens } from './reset-tokens.ts';

export interface ResetParts {
  readonly users: Users;
  readonly changes: UserChanges;
  readonly emails: Emails;
  readonly configuration: Configuration;
  readonly resetTokens: ResetTokens;
}

/** A forgotten password: always 200 with a message (peer-http-api.md 1B). */
export function resetPasswords(parts: ResetParts): Implementation[] {
  const { emails, resetTokens, changes } = parts;
  return [
    implement(resetPassword, async ({ email, login }, context) => {
      const given = email || login;
      if (!given) throw fieldRequired('email');
      const user = await emails.findUser(given);
      if (!user) return message('User not found');
      if (user.block === 1) return message('User is blocked');
      await askForPassword(user, parts, context);
      return message('Successful');
    }),
    implement(checkResetToken, async ({ token }) => message(messageOf(await resetTokens.check(token)) ?? 'Successful')),
    implement(finishReset, async ({ token, password }, context) => {
      requireGoodPassword(password);
      const checked = await resetTokens.check(token);
      if (typeof checked === 'string') return message(messageOf(checked) ?? '');
      await changes.setPassword(checked.userId, password, context);
      await resetTokens.revokeAll(checked.userId);
      return message('Password reset successful');
    }),
  ];
}

function message(msg: string): { rows: { msg: string }[] } {
  return { rows: [{ msg }] };
}

function messageOf(token: ResetToken): string | undefined {
  if (token === 'invalid') return 'Invalid token';
  return token === 'expired' ? 'Token expired' : undefined;
}

/** The operator’s service events see to it, or a link is mailed where the configuration says so. */
async function askForPassword(user: UserDocument, parts: ResetParts, { now }: Context): Promise<void> {
  const cabinet = await parts.configuration.value('cli');
  const to = memberOf(cabinet, 'use_for_reset_password') ? await parts.emails.of(user) : null;
  if (to === null) {
    await parts.users.tell(user, outboxEntry(USER_PASSWORD_RESET_EVENT, userEventOf(user), now));
    return;
  }
  const token = await parts.resetTokens.issue(user._id);
  const url = memberOf(cabinet, 'url');
  const link = `${typeof url === 'string' ? url.replace(/\/+$/, '') : ''}/reset-password?token=${token}`;
  const mail = {
    userId: user._id,
    title: 'send reset link',
    to,
    subject: 'Password reset',
    message: `Set a new password within an hour: ${link}`,
  };
  await parts.users.tell(user, await mailRequest(mail, parts.configuration, now));
}
