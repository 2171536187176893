import { z } from 'zod';
import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import type { StatusMessage } from './passwords.ts';

const owner = 'user';
const path = '/v1/user/email';
const message = { msg: field.text() } as const;

export interface Email {
  readonly email: string | null;
  readonly email_verified: number;
}

/** The first valid one of settings.email, login2, login and a profile’s email (domain.md 1.2). */
export const readEmail = operation<Record<string, never>, 'rows', Email>({
  id: 'email.read',
  owner,
  summary: 'Shows the own e-mail address',
  access: 'user',
  http: { method: 'GET', path },
  args: z.object({}) as unknown as z.ZodType<Record<string, never>>,
  result: 'rows',
  item: { email: field.text({ nullable: true }), email_verified: field.flag() },
  errors: [404],
});

/** `Successful`, `is not email` or `already in use`. */
export const setEmail = operation<{ email: string }, 'rows', StatusMessage>({
  id: 'email.set',
  owner,
  summary: 'Sets the own e-mail address',
  access: 'user',
  http: { method: 'PUT', path },
  args: argumentsOf({ email: field.text({ max: 255 }) }, ['email']),
  result: 'rows',
  item: message,
  errors: [404],
});

const verifyArguments = argumentsOf({
  email: field.text({ max: 255, nullable: true }),
  code: field.text({ max: 16, nullable: true }),
});
type VerifyArguments = { email?: string | null | undefined; code?: string | null | undefined };

/** With the address: sends a code that works for 600 s. With the code: verifies the address. */
function verification(id: string, at: string) {
  return operation<VerifyArguments, 'rows', StatusMessage>({
    id,
    owner,
    summary: 'Sends or checks the code that verifies the own e-mail address',
    access: 'user',
    http: { method: 'POST', path: at },
    args: verifyArguments as z.ZodType<VerifyArguments>,
    result: 'rows',
    item: message,
    idempotent: false,
    errors: [404],
  });
}

export const verifyEmail = verification('email.verify', path);
export const verifyEmailByPath = verification('email.verify-code', `${path}/verify`);

/** login2 stays. */
export const removeEmail = operation<Record<string, never>, 'rows', StatusMessage>({
  id: 'email.remove',
  owner,
  summary: 'Removes the own e-mail address',
  access: 'user',
  http: { method: 'DELETE', path },
  args: z.object({}) as unknown as z.ZodType<Record<string, never>>,
  result: 'rows',
  item: message,
  errors: [404],
});

/**
 * The event by which the user service asks for a mail to be sent (peer-http-api.md, "send verify code"): service-lifecycle makes
 * a task of it, to the server group `server_gid`.
 */
export const MAIL_REQUESTED_EVENT = 'mail.requested';
export interface MailRequested {
  readonly user_id: number;
  readonly title: string;
  readonly server_gid: number;
  readonly to: string;
  readonly from?: string;
  readonly subject: string;
  readonly message: string;
}

export const emailOperations = [readEmail, setEmail, verifyEmail, verifyEmailByPath, removeEmail] as const;
