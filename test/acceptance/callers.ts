import type { RunningSystem } from '@countinghouse/testing';
import { documentedStatuses } from './routes.ts';

/** A request as a given caller; `body` is sent as JSON, `form` as a form, `text` as it is. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** Values by name, or the query as it is written. */
  readonly query?: Readonly<Record<string, unknown>> | string;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The decoded body, undefined where it is no JSON. */
  readonly json: JsonAnswer | undefined;
}

export interface JsonAnswer {
  readonly status?: number;
  readonly error?: string;
  readonly request_id?: string;
  readonly data?: readonly Record<string, unknown>[];
  readonly items?: number;
  readonly total?: number;
  readonly [member: string]: unknown;
}

export type Send = (request: SentRequest) => Promise<Answer>;

export interface Login {
  readonly login: string;
  readonly password: string;
}

/** Nobody, a user, a blocked user and an administrator of one running system. */
export interface Callers {
  readonly nobody: Send;
  readonly user: Send;
  readonly blocked: Send;
  readonly admin: Send;
  readonly userId: number;
  readonly userLogin: Login;
}

/**
 * Sends with the given headers to the system's base address. Throws on a status that the operation does not document, so that
 * every test of a documented operation is also a test of its documentation.
 */
export function sender(url: string, credentials: Readonly<Record<string, string>> = {}): Send {
  return async (request) => {
    const [contentType, body] = encodedBody(request);
    const response = await fetch(addressOf(url, request), {
      method: request.method,
      redirect: 'manual',
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...credentials,
        ...request.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const documented = documentedStatuses(request.method, request.path);
    if (documented !== undefined && !documented.includes(response.status))
      throw new Error(`${request.method} ${request.path} answered ${response.status}, not documented: ${text}`);
    return { status: response.status, headers: response.headers, text, json: decode(text) };
  };
}

function addressOf(url: string, { path, query }: SentRequest): URL {
  const target = new URL(url + path);
  if (typeof query === 'string') target.search = query;
  else for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, textOf(value));
  return target;
}

/** JSON fields of a query are JSON text (decisions.md 4). */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function encodedBody({ body, form, text }: SentRequest): [string | undefined, string | undefined] {
  if (body !== undefined) return ['application/json', JSON.stringify(body)];
  if (form !== undefined) return ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()];
  return [text === undefined ? undefined : 'text/plain', text];
}

function decode(text: string): JsonAnswer | undefined {
  try {
    return JSON.parse(text) as JsonAnswer;
  } catch {
    return undefined;
  }
}

export function basic({ login, password }: Login): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
}

/** Creates a user and answers his id. */
export async function createUser(admin: Send, login: Login, more: object = {}): Promise<number> {
  const created = await admin({ method: 'PUT', path: '/v1/admin/user', body: { ...login, ...more } });
  const userId = created.json?.data?.[0]?.user_id;
  if (created.status !== 200 || typeof userId !== 'number')
    throw new Error(`PUT user answered ${created.status}: ${created.text}`);
  return userId;
}

/** A session id of the login. */
export async function logIn(url: string, login: Login): Promise<string> {
  const answer = await sender(url)({ method: 'POST', path: '/user/auth.cgi', body: login });
  const sessionId = answer.json?.session_id;
  if (typeof sessionId !== 'string') throw new Error(`login answered ${answer.status}: ${answer.text}`);
  return sessionId;
}

/** One caller of each kind; the blocked one holds a session from before he was blocked. */
export async function createCallers(system: RunningSystem): Promise<Callers> {
  const admin = sender(system.url, basic(system.admin));
  const userLogin = { login: 'plain.user', password: 'plain-secret' };
  const blockedLogin = { login: 'blocked.user', password: 'blocked-secret' };
  const userId = await createUser(admin, userLogin);
  const blockedId = await createUser(admin, blockedLogin, { block: 1 });
  const session = await admin({ method: 'PUT', path: '/v1/admin/user/session', body: { user_id: blockedId } });
  return {
    nobody: sender(system.url),
    user: sender(system.url, { 'session-id': await logIn(system.url, userLogin) }),
    blocked: sender(system.url, { 'session-id': String(session.json?.id) }),
    admin: sender(system.url, { 'session-id': await logIn(system.url, system.admin) }),
    userId,
    userLogin,
  };
}
