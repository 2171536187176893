import { logIn, logInByLink, logOut, type Operation } from '@countinghouse/contracts';
import type { CookieOptions, Response } from 'express';
import type { GatewayEnvironment } from './environment.ts';

const COOKIE_NAME = 'session_id';
const COOKIE_LIFE_MS = 30 * 24 * 3600 * 1000;

/** The classic web interfaces read the cookie by script, so the `shm` dialect leaves HttpOnly off (decisions.md, table). */
function cookieOptions(environment: GatewayEnvironment): CookieOptions {
  const secure = environment.COOKIE_SECURE;
  return environment.API_DIALECT === 'spec'
    ? { path: '/', httpOnly: true, sameSite: 'lax', secure }
    : { path: '/', secure };
}

const LOGINS: ReadonlySet<Operation> = new Set<Operation>([logIn, logInByLink]);

/** Is it a page that sets or clears the cookie? */
export function isSessionPage(operation: Operation): boolean {
  return LOGINS.has(operation) || operation === logOut;
}

/** Login sets the cookie and answers as JSON; logout clears it. A login that names a page sends the browser there. */
export function answerSession(
  response: Response,
  operation: Operation,
  reply: Record<string, unknown>,
  environment: GatewayEnvironment,
): void {
  const { redirect, ...body } = reply;
  const sessionId = body.session_id;
  if (LOGINS.has(operation) && typeof sessionId === 'string') {
    response.cookie(COOKIE_NAME, sessionId, { ...cookieOptions(environment), maxAge: COOKIE_LIFE_MS });
  } else response.clearCookie(COOKIE_NAME, cookieOptions(environment));
  if (typeof redirect === 'string') response.redirect(302, redirect);
  else response.status(200).type('application/json').send(JSON.stringify(body));
}
