import { z } from 'zod';
import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { presentLogin, presentPassword } from '../resources/password.ts';
import type { OpenedSession } from '../resources/session.ts';

const owner = 'user';

/** Text to documents; what is none is refused with texts of its own. */
const loose = z.unknown().optional().meta({ type: 'string' });
const required = z.unknown().optional().meta({ type: 'string', required: true });

export interface LoginArguments {
  readonly login?: unknown;
  readonly password?: unknown;
  /** True values demand an administrator. */
  readonly admin?: unknown;
  /** A session that the request carries: without credentials the browser is sent to the cabinet with it. */
  readonly session_id?: unknown;
}

export interface LoginAnswer {
  readonly status: 200;
  readonly msg: 'Successfully';
  readonly session_id: string;
  readonly user_id: number;
  /** Where the browser is to go on, where only a session was given. */
  readonly redirect?: string;
}

/**
 * 400 `login or password not present`, 403 `Incorrect login or password`, 403 `Forbidden: user is not admin`,
 * 429 after five failures of one address in three minutes.
 */
export const logIn = operation<LoginArguments, 'bare', LoginAnswer>({
  id: 'session.login',
  owner,
  summary: 'Logs in and answers a session',
  access: 'public',
  http: { method: 'POST', path: '/user/auth.cgi' },
  args: z.object({
    login: required,
    password: required,
    admin: loose,
    session_id: loose,
  }) as z.ZodType<LoginArguments>,
  result: 'bare',
  item: { status: field.integer(), msg: field.text(), session_id: field.text(), user_id: field.id() },
  idempotent: false,
  errors: [403, 429],
});

/**
 * The link with which an administrator opens the cabinet as a user: sets the cookie of the session that the request carries and
 * sends the browser to the configuration's `cli.url`. Credentials are not taken from a link. 400 where it is no session.
 */
export const logInByLink = operation<{ session_id?: unknown }, 'bare', LoginAnswer>({
  id: 'session.login-by-link',
  owner,
  summary: 'Goes on to the cabinet with a session',
  access: 'public',
  http: { method: 'GET', path: '/user/auth.cgi' },
  args: z.object({ session_id: loose }) as z.ZodType<{ session_id?: unknown }>,
  result: 'bare',
  idempotent: false,
  redirects: true,
});

/** Ends the session that the request carries, if it is one. */
export const logOut = operation<{ session_id?: unknown }, 'bare', { status: 0; msg: 'Logout sucessfully' }>({
  id: 'session.logout',
  owner,
  summary: 'Ends a session',
  access: 'public',
  http: { method: 'POST', path: '/user/logout.cgi' },
  args: z.object({ session_id: loose }) as z.ZodType<{ session_id?: unknown }>,
  result: 'bare',
  idempotent: false,
});

/** The login of the newer clients: the same rules, another shape. */
export const logInByApi = operation<{ login: string; password: string }, 'bare', OpenedSession>({
  id: 'session.auth',
  owner,
  summary: 'Logs in and answers a session id',
  access: 'public',
  http: { method: 'POST', path: '/v1/user/auth' },
  args: z.object({ login: presentLogin, password: presentPassword }),
  result: 'bare',
  item: { id: field.text() },
  idempotent: false,
  errors: [403, 429],
});

const openArguments = argumentsOf(
  { user_id: field.id(), usi: field.id({ nullable: true, description: 'The service that the session is opened for' }) },
  ['user_id'],
);

/** An administrator opens the cabinet as a user. */
export const openSession = operation<{ user_id: number; usi?: number | null | undefined }, 'bare', OpenedSession>({
  id: 'session.open',
  owner,
  summary: 'Opens a session for a user',
  access: 'admin',
  http: { method: 'PUT', path: '/v1/admin/user/session' },
  args: openArguments,
  result: 'bare',
  item: { id: field.text() },
  idempotent: false,
  errors: [404],
});

export const sessionOperations = [logIn, logInByLink, logOut, logInByApi, openSession] as const;
