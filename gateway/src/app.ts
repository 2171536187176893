import { randomUUID } from 'node:crypto';
import { allOperations, Fault } from '@countinghouse/contracts';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { crossOrigin } from './cross-origin.ts';
import { serveDocuments } from './documents.ts';
import { type Exchange, type GatewayParts, handleRequest } from './handle-request.ts';
import { localRoutes } from './local-routes.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { answerFailure } from './response/answer-failure.ts';
import { RouteTable } from './routes/route-table.ts';
import { securityHeaders } from './security-headers.ts';

/** The HTTP door: every path below the prefix and without it, repeated slashes collapsed (decisions.md 1). */
export function createApp(parts: GatewayParts, metrics: RequestMetrics): Express {
  const { environment } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  if (environment.TRUSTED_PROXIES.length > 0) app.set('trust proxy', environment.TRUSTED_PROXIES);
  if (environment.CORS_ORIGINS.length > 0) app.use(crossOrigin(environment.CORS_ORIGINS));
  app.use(securityHeaders());
  app.use(dispatcher(parts, metrics));
  serveDocuments(app, environment);
  if (environment.LEGACY_SHM_URL !== undefined) app.use(legacyUpstream(environment.LEGACY_SHM_URL));
  app.use((request, response) =>
    answerFailure(parts, exchangeOf(parts, request, response), new Fault(404, 'Method not found')),
  );
  return app;
}

/** Without prefix, slashes collapsed. */
function normalisePath(path: string, prefix: string): string {
  const collapsed = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  return prefix !== '' && collapsed.startsWith(`${prefix}/`) ? collapsed.slice(prefix.length) : collapsed;
}

function exchangeOf(parts: GatewayParts, request: Request, response: Response): Exchange {
  return {
    request,
    response,
    requestId: randomUUID(),
    path: normalisePath(request.path, parts.environment.API_PREFIX),
  };
}

/** The operations come first, because they are what is asked for; what is none of them is left to others. */
function dispatcher(parts: GatewayParts, metrics: RequestMetrics): RequestHandler {
  const table = new RouteTable(allOperations);
  const local = localRoutes(parts);
  return async (request, response, next) => {
    const exchange = exchangeOf(parts, request, response);
    const finished = metrics.begin();
    try {
      const route = local.get(`${request.method} ${exchange.path}`);
      if (route) return await route(parts, exchange);
      const match = table.match(request.method, exchange.path);
      if (!match) return next();
      response.once('close', () => finished(match.operation.id, response.statusCode));
      await handleRequest(parts, match, exchange);
    } catch (error) {
      answerFailure(parts, exchange, error);
    }
  };
}

/** `/v1` paths that are not ours go to an existing SHM where one is configured (decisions.md 19). */
function legacyUpstream(target: string): RequestHandler {
  const proxy = createProxyMiddleware({ target, changeOrigin: true, xfwd: true }) as unknown as RequestHandler;
  return (request, response, next) => {
    if (request.path.startsWith('/v1/')) return proxy(request, response, next);
    next();
  };
}
