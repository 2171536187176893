import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import type { RawArguments } from './arguments.ts';

/** Headers that carry who calls; a template has no use for them and must not leak them. */
const CREDENTIAL_HEADERS = new Set(['authorization', 'cookie', 'session-id', 'session_id', 'password']);

/** What a template call is made of: its name, all arguments as `params`, the request's headers by lower-case name (spec 2.3). */
export function requestParameters(args: RawArguments, request: Request): RawArguments {
  const { name, ...params } = args;
  return { name: name ?? null, params, headers: templateHeaders(request.headers), method: request.method };
}

function templateHeaders(headers: IncomingHttpHeaders): RawArguments {
  const shown: [string, string][] = [];
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
