import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { withoutSessions } from '../authentication/credentials.ts';
import type { RouteMatch } from '../routes/route-table.ts';
import type { RawArguments } from './arguments.ts';

/** Headers that carry who calls; a template has no use for them and must not leak them. */
const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set(['session-id', 'session_id', 'password']);

/**
 * What a template call is made of: its name, all arguments as `params`, the request's headers by lower-case name (spec 2.3), without
 * what says who calls. Nobody is looked up for a public call: its `session_id` is an argument like any other, and `authorization` is
 * how the senders of webhooks prove who they are.
 */
export function requestParameters(match: RouteMatch, args: RawArguments, request: Request): RawArguments {
  const isPublic = match.operation.access === 'public';
  const { session_id: _sessionId, ...params } = args;
  const headers = templateHeaders(request.headers, isPublic);
  return { name: match.rest.name ?? null, params: isPublic ? args : params, headers, method: request.method };
}

function templateHeaders({ cookie, authorization, ...headers }: IncomingHttpHeaders, isPublic: boolean): RawArguments {
  const cookies = withoutSessions(cookie ?? '');
  const shown: [string, string][] = [];
  if (cookies !== '') shown.push(['cookie', headerText(cookies)]);
  if (isPublic && authorization !== undefined) shown.push(['authorization', headerText(authorization)]);
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || CREDENTIAL_HEADERS.has(name)) continue;
    shown.push([name, headerText(Array.isArray(value) ? value.join(', ') : value)]);
  }
  return Object.fromEntries(shown);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Node reads header bytes as Latin-1; clients send UTF-8. What is no UTF-8 stays as it was read. */
function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
