import { z } from 'zod';
import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { presentPassword } from '../resources/password.ts';
import { type UserRow, user } from '../resources/user.ts';

const owner = 'user';
const message = { msg: field.text() } as const;
export interface StatusMessage {
  readonly msg: string;
}

/** Ends all sessions of the user. */
export const setPassword = operation<{ user_id: number; password: string }, 'rows', UserRow>({
  id: 'password.set',
  owner,
  summary: 'Sets the password of a user',
  access: 'admin',
  http: { method: 'POST', path: '/v1/admin/user/passwd' },
  args: z.object({
    ...argumentsOf({ user_id: field.id() }, ['user_id']).shape,
    password: presentPassword,
  }) as unknown as z.ZodType<{ user_id: number; password: string }>,
  result: 'rows',
  item: user.fields,
  idempotent: false,
  errors: [404],
});

/** Ends all own sessions, the one of the request too. */
export const setOwnPassword = operation<{ password: string }, 'rows', UserRow>({
  id: 'password.set-own',
  owner,
  summary: 'Sets the own password',
  access: 'user',
  http: { method: 'POST', path: '/v1/user/passwd' },
  args: z.object({ password: presentPassword }),
  result: 'rows',
  item: user.fields,
  idempotent: false,
  errors: [404],
});

/** Always 200: `Successful`, `User not found` or `User is blocked`. One of the two is required. */
export const resetPassword = operation<
  { email?: string | null | undefined; login?: string | null | undefined },
  'rows',
  StatusMessage
>({
  id: 'password.reset',
  owner,
  summary: 'Asks for a new password',
  access: 'public',
  http: { method: 'POST', path: '/v1/user/passwd/reset' },
  args: argumentsOf({
    email: field.text({ max: 255, nullable: true }),
    login: field.text({ max: 128, nullable: true }),
  }),
  result: 'rows',
  item: message,
  idempotent: false,
});

const token = field.text({ max: 128 });

/** `Successful`, `Invalid token` or `Token expired`. */
export const checkResetToken = operation<{ token: string }, 'rows', StatusMessage>({
  id: 'password.reset-check',
  owner,
  summary: 'Tells whether a reset token still works',
  access: 'public',
  http: { method: 'GET', path: '/v1/user/passwd/reset/verify' },
  args: argumentsOf({ token }, ['token']),
  result: 'rows',
  item: message,
});

/** `Password reset successful`, `Invalid token` or `Token expired`. */
export const finishReset = operation<{ token: string; password: string }, 'rows', StatusMessage>({
  id: 'password.reset-finish',
  owner,
  summary: 'Sets a new password with a reset token',
  access: 'public',
  http: { method: 'POST', path: '/v1/user/passwd/reset/verify' },
  args: z.object({ password: presentPassword, ...argumentsOf({ token }, ['token']).shape }) as unknown as z.ZodType<{
    token: string;
    password: string;
  }>,
  result: 'rows',
  item: message,
  idempotent: false,
});

export const passwordOperations = [setPassword, setOwnPassword, resetPassword, checkResetToken, finishReset] as const;
