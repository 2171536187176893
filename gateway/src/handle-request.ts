import type { Bus, CallOptions } from '@countinghouse/bus';
import {
  CLIENT_KEY_PREFIX,
  type HttpMethod,
  invalidArgument,
  type Operation,
  parseArguments,
  renderOperations,
} from '@countinghouse/contracts';
import type { Clock, Logger } from '@countinghouse/process';
import type { Request, Response } from 'express';
import type { Authenticated, Authenticator } from './authentication/authenticator.ts';
import { callerOf, checkAccess } from './authentication/caller.ts';
import { carriedCredentials } from './authentication/credentials.ts';
import { withoutForeignCookies } from './authentication/foreign-cookies.ts';
import type { GatewayEnvironment } from './environment.ts';
import { collectArguments, type RawArguments, textParameters } from './request/arguments.ts';
import { mayBeLarger, readBody } from './request/body.ts';
import { requestParameters } from './request/template-parameters.ts';
import { sendReply } from './response/send-reply.ts';
import { isStreamed } from './response/stream-list.ts';
import type { RouteMatch } from './routes/route-table.ts';
import { answerSession, isSessionPage } from './session-cookies.ts';
import type { SharedReads } from './shared-reads.ts';

export interface GatewayParts {
  readonly environment: GatewayEnvironment;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly authenticator: Authenticator;
  readonly sharedReads: SharedReads;
}

/** One request on its way to the owner of an operation. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  readonly path: string;
}

/** A replica that died says nothing; asking again with the same key is safe (architecture.md, rule 2). */
const REPEAT_ON_SILENCE = { afterMs: 1000 };

/** Body, credentials, access, arguments, the owner's answer, its shape: the request path of architecture.md. */
export async function handleRequest(parts: GatewayParts, match: RouteMatch, exchange: Exchange): Promise<void> {
  const { operation } = match;
  const deadlineAt = Date.now() + parts.environment.REQUEST_TIMEOUT_MS;
  const given = await readArguments(parts, match, exchange, deadlineAt);
  const raw = { ...given, ...match.rest };
  const who = await authenticate(parts, operation, raw, exchange, deadlineAt);
  checkAccess(operation.access, who);
  const { request } = exchange;
  const caller = callerOf(who, raw, { address: request.ip ?? '', fetchSite: request.get('sec-fetch-site') });
  const wanted = RENDERS.has(operation)
    ? requestParameters(match, given, request)
    : argumentsFor(operation, raw, caller.role === 'admin', request);
  const args = parseArguments(operation, wanted);
  const options = { caller, key: requestKey(operation, exchange), deadlineAt, ...traceOf(request) };
  const reply = operation.shareable
    ? await readShared(parts, operation, args, options)
    : await parts.bus.call(operation, args, {
        ...options,
        repeatOnSilence: REPEAT_ON_SILENCE,
        clientDisconnected: disconnection(exchange.response),
      });
  if (isSessionPage(operation)) {
    return answerSession(exchange.response, operation, reply as Record<string, unknown>, parts.environment);
  }
  await sendReply(exchange.response, reply, {
    operation,
    method: request.method as HttpMethod,
    args: raw,
    dialect: parts.environment.API_DIALECT,
    now: parts.clock.now(),
    requestId: exchange.requestId,
  });
}

/** One call for all who ask the same for the same user at once. Rows that come in a stream can be read once only. */
async function readShared(
  parts: GatewayParts,
  operation: Operation,
  args: unknown,
  options: CallOptions,
): Promise<unknown> {
  const { subject, role, actingUserId } = options.caller;
  let own = false;
  const begin = (): Promise<unknown> => {
    own = true;
    return parts.bus.call(operation, args, { ...options, repeatOnSilence: REPEAT_ON_SILENCE });
  };
  const key = JSON.stringify([operation.id, subject, role, actingUserId, args]);
  const reply = await parts.sharedReads.read(key, begin);
  return own || !isStreamed(reply) ? reply : begin();
}

async function readArguments(
  parts: GatewayParts,
  { operation }: RouteMatch,
  exchange: Exchange,
  deadlineAt: number,
): Promise<RawArguments> {
  const { request } = exchange;
  const { method } = request;
  const contentType = (request.get('content-type') ?? '').toLowerCase();
  const head = { method, query: textParameters(queryOf(request.url)), contentType, operation };
  if (method !== 'POST' && method !== 'PUT') return collectArguments({ ...head, body: '' });
  const limitBytes = await bodyLimit(parts, operation, head.query, exchange, deadlineAt);
  return collectArguments({ ...head, body: await readBody(request, limitBytes) });
}

/** A large body is read for those alone whom headers or query identify and who may use the operation. */
async function bodyLimit(
  parts: GatewayParts,
  operation: Operation,
  query: URLSearchParams,
  exchange: Exchange,
  deadlineAt: number,
): Promise<number> {
  const { BODY_LIMIT_BYTES: limit, PUBLIC_BODY_LIMIT_BYTES: publicLimit } = parts.environment;
  if (publicLimit >= limit || !mayBeLarger(exchange.request, publicLimit)) return limit;
  const who = await authenticate(parts, operation, Object.fromEntries(query), exchange, deadlineAt);
  if (!who) return publicLimit;
  checkAccess(operation.access, who);
  return limit;
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** Public operations are for everybody: their callers are not looked up, so that wrong credentials cannot break them. */
async function authenticate(
  parts: GatewayParts,
  operation: Operation,
  raw: RawArguments,
  exchange: Exchange,
  deadlineAt: number,
): Promise<Authenticated | undefined> {
  if (operation.access === 'public') return undefined;
  return parts.authenticator.authenticate({
    credentials: withoutForeignCookies(
      carriedCredentials(exchange.request.headers, raw),
      exchange.request,
      parts.environment.CORS_ORIGINS,
    ),
    address: exchange.request.ip ?? '',
    requestId: exchange.requestId,
    deadlineAt,
  });
}

const RENDERS: ReadonlySet<Operation> = new Set<Operation>(renderOperations);

/** What the operation is given: never the session id, and `user_id` of administrators alone (peer-http-api.md 0.2, step 6). */
function argumentsFor(operation: Operation, raw: RawArguments, isAdmin: boolean, request: Request): RawArguments {
  const { session_id: _sessionId, ...args } = raw;
  if (operation.id.startsWith('session.')) return { ...args, ...carriedSession(raw, request) };
  if (isAdmin || operation.access === 'public') return args;
  const { user_id: _userId, ...own } = args;
  return own;
}

/** Login pages and logout work on the session that the request carries, however it does. */
function carriedSession(raw: RawArguments, request: Request): RawArguments {
  const carried = carriedCredentials(request.headers, raw).find(({ credential }) => credential.kind === 'session');
  return carried?.credential.kind === 'session' ? { session_id: carried.credential.session_id } : {};
}

const CLIENT_KEY = /^[\x21-\x7e]{1,255}$/;

function requestKey(operation: Operation, exchange: Exchange): string {
  const given = operation.idempotent ? exchange.request.get('idempotency-key') : undefined;
  if (given === undefined) return `request:${exchange.requestId}`;
  if (!CLIENT_KEY.test(given))
    throw invalidArgument('Idempotency-Key', '1 to 255 printable ASCII characters without blanks');
  return CLIENT_KEY_PREFIX + given;
}

function disconnection(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

function traceOf(request: Request): { traceparent?: string } {
  const given = request.get('traceparent');
  return given !== undefined && TRACEPARENT.test(given) ? { traceparent: given } : {};
}
