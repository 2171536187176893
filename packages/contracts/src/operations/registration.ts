import { z } from 'zod';
import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { presentLogin, presentPassword } from '../resources/password.ts';
import { type UserRow, user } from '../resources/user.ts';

const owner = 'user';

export interface RegistrationArguments {
  readonly login: string;
  readonly password: string;
  readonly partner_id?: number | null | undefined;
  readonly captcha_token?: string | null | undefined;
  readonly captcha_answer?: string | number | null | undefined;
}

/**
 * peer-http-api.md 3.7. 403 where registration is switched off or the captcha is wrong, 409 where the login is in use,
 * 429 after five registrations of one address in an hour.
 */
export const register = operation<RegistrationArguments, 'rows', UserRow>({
  id: 'user.register',
  owner,
  summary: 'Registers a user',
  access: 'public',
  http: { method: 'PUT', path: '/v1/user' },
  args: z.object({
    login: presentLogin,
    password: presentPassword,
    partner_id: z.preprocess((value) => (value === '' ? null : value), field.id().schema.nullable().optional()),
    captcha_token: field.text({ max: 128 }).schema.nullable().optional(),
    captcha_answer: z.union([field.text({ max: 32 }).schema, z.number(), z.null()]).optional(),
  }) as unknown as z.ZodType<RegistrationArguments>,
  result: 'rows',
  item: user.fields,
  errors: [403, 409, 429],
});

export interface Captcha {
  /** Base64 of an SVG picture with a sum. */
  readonly image: string;
  /** Sent back as `captcha_token` with `captcha_answer`; works once, for 300 s. */
  readonly token: string;
}

export const drawCaptcha = operation<Record<string, never>, 'rows', Captcha>({
  id: 'registration.captcha',
  owner,
  summary: 'Draws a captcha for registration',
  access: 'public',
  http: { method: 'GET', path: '/v1/user/captcha' },
  args: z.object({}) as unknown as z.ZodType<Record<string, never>>,
  result: 'rows',
  item: { image: field.text(), token: field.text() },
});

export const registrationOperations = [register, drawCaptcha] as const;
