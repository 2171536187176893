import { PUBLIC_CALLER, type RunCounts } from '@countinghouse/contracts';
import type { Request, Response } from 'express';
import { callerOf, checkAccess } from './authentication/caller.ts';
import { carriedCredentials } from './authentication/credentials.ts';
import type { Exchange, GatewayParts } from './handle-request.ts';
import { textOrJsonArguments } from './request/arguments.ts';
import { readBody } from './request/body.ts';
import { rowsEnvelope } from './response/envelope.ts';
import { runUntilIdle, setClock } from './test-clock.ts';
import { VERSION } from './version.ts';

type LocalRoute = (parts: GatewayParts, exchange: Exchange) => Promise<void>;

/** What the gateway answers by itself: no service owns it. */
export function localRoutes(parts: GatewayParts): ReadonlyMap<string, LocalRoute> {
  const routes = new Map<string, LocalRoute>([
    ['GET /healthcheck.cgi', async (_parts, { response }) => void response.status(204).end()],
    ['GET /v1/healthcheck', async (local, { response }) => answerRows(local, response, 'GET', [{ result: 'SUCCESS' }])],
    ['GET /v1/test', async (local, { response }) => answerRows(local, response, 'GET', [{ test: 'OK' }])],
    ['GET /v1/admin/system/version', answerVersion],
  ]);
  if (parts.environment.TEST_CLOCK) {
    routes.set('PUT /v1/test/clock', putClock);
    routes.set('POST /v1/test/run', postRun);
  }
  return routes;
}

function answerRows(
  parts: GatewayParts,
  response: Response,
  method: 'GET' | 'PUT' | 'POST',
  rows: readonly unknown[],
): void {
  const envelope = rowsEnvelope({ rows }, method, parts.environment.API_DIALECT, parts.clock.now());
  response.status(200).type('application/json').send(JSON.stringify(envelope));
}

async function answerVersion(parts: GatewayParts, exchange: Exchange): Promise<void> {
  await requireAdmin(parts, exchange);
  exchange.response.json({ version: VERSION, commitSha: process.env.COMMIT_SHA ?? '', releaseUrl: '' });
}

async function putClock(parts: GatewayParts, exchange: Exchange): Promise<void> {
  await requireAdmin(parts, exchange);
  const body = await readBody(exchange.request, parts.environment.BODY_LIMIT_BYTES);
  const args = textOrJsonArguments(body, exchange.request);
  answerRows(parts, exchange.response, 'PUT', [await setClock(parts.bus, parts.clock, args.now)]);
}

async function postRun(parts: GatewayParts, exchange: Exchange): Promise<void> {
  const caller = await requireAdmin(parts, exchange);
  const counts: RunCounts = await runUntilIdle(parts.bus, caller, exchange.requestId);
  answerRows(parts, exchange.response, 'POST', [counts]);
}

async function requireAdmin(parts: GatewayParts, { request, requestId }: Exchange) {
  const query = Object.fromEntries(new URL(request.url, 'http://local').searchParams);
  const who = await parts.authenticator.authenticate({
    credentials: carriedCredentials(request.headers, query),
    address: request.ip ?? '',
    requestId,
    deadlineAt: Date.now() + parts.environment.REQUEST_TIMEOUT_MS,
  });
  checkAccess('admin', who);
  return who ? callerOf(who, {}, originOf(request)) : PUBLIC_CALLER;
}

function originOf(request: Request) {
  return { address: request.ip ?? '', fetchSite: request.get('sec-fetch-site') };
}
