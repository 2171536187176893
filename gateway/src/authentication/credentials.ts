import type { IncomingHttpHeaders } from 'node:http';
import type { Credential } from '@countinghouse/contracts';
import type { RawArguments } from '../request/arguments.ts';

/** A credential and how it came; a cookie is sent by the browser whoever wrote the page. */
export interface CarriedCredential {
  readonly credential: Credential;
  readonly carrier: 'header' | 'argument' | 'cookie' | 'basic' | 'credential-headers';
}

/** All that a request brings, in the order of decisions.md 2: session header, argument, cookie, Basic, login and password headers. */
export function carriedCredentials(headers: IncomingHttpHeaders, args: RawArguments): CarriedCredential[] {
  const found: CarriedCredential[] = [];
  const session = (id: unknown, carrier: CarriedCredential['carrier']): void => {
    if (typeof id === 'string' && id !== '') found.push({ credential: { kind: 'session', session_id: id }, carrier });
  };
  session(headers['session-id'], 'header');
  session(headers.session_id, 'header');
  session(args.session_id, 'argument');
  if (headers.cookie !== undefined) for (const id of sessionCookies(headers.cookie)) session(id, 'cookie');
  const basic = basicCredential(headers.authorization);
  if (basic) found.push({ credential: basic, carrier: 'basic' });
  const { login, password } = headers;
  if (typeof login === 'string' && typeof password === 'string' && login !== '' && password !== '') {
    found.push({
      credential: { kind: 'password', login: utf8(login), password: utf8(password) },
      carrier: 'credential-headers',
    });
  }
  return found;
}

/** Node reads header bytes as Latin-1; clients send UTF-8. */
function utf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8');
}

const SESSION_COOKIE = /(?:^|;)\s*session[_-]id=([^;]*)/g;

function sessionCookies(header: string): string[] {
  return [...header.matchAll(SESSION_COOKIE)].map((match) => (match[1] ?? '').trim().replace(/^"|"$/g, ''));
}

/** The cookies that say nothing of who calls. */
export function withoutSessions(cookies: string): string {
  return cookies.replaceAll(SESSION_COOKIE, '').replace(/^;?\s*/, '');
}

/** Basic splits at the first colon. */
function basicCredential(header: string | undefined): Credential | undefined {
  const encoded = header === undefined ? undefined : /^Basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(header.trim())?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) return undefined;
  return { kind: 'password', login: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
