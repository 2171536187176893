import { randomUUID } from 'node:crypto';
import { allOperations, Fault } from '@countinghouse/contracts';
import cors from 'cors';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { serveDocuments } from './documents.ts';
import { type Exchange, type GatewayParts, handleRequest } from './handle-request.ts';
import { localRoutes } from './local-routes.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { faultOf, sendFault } from './response/fault-response.ts';
import { RouteTable, UndecodablePath } from './routes/route-table.ts';

/** The HTTP door: every path below the prefix and without it, repeated slashes collapsed (decisions.md 1). */
export function createApp(parts: GatewayParts, metrics: RequestMetrics): Express {
  const { environment } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  if (environment.TRUSTED_PROXIES.length > 0) app.set('trust proxy', environment.TRUSTED_PROXIES);
  if (environment.CORS_ORIGINS.length > 0) app.use(cors({ origin: environment.CORS_ORIGINS, credentials: true }));
  const protect = helmet({ crossOriginResourcePolicy: { policy: 'same-site' } });
  app.use((request, response, next) =>
    isTemplatePath(request.path) ? nosniff(response, next) : protect(request, response, next),
  );
  serveDocuments(app, environment);
  app.use(dispatcher(parts, metrics, legacyUpstream(environment.LEGACY_SHM_URL)));
  return app;
}

const TEMPLATE_PATH = /\/v1\/+(template|public)\//;

/** Answers of templates can be framed and scripted by their author (decisions.md 7). */
function isTemplatePath(path: string): boolean {
  return TEMPLATE_PATH.test(path);
}

function nosniff(response: Response, next: NextFunction): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
}

/** Without prefix, slashes collapsed. */
function normalisePath(path: string, prefix: string): string {
  const collapsed = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  return prefix !== '' && collapsed.startsWith(`${prefix}/`) ? collapsed.slice(prefix.length) : collapsed;
}

function dispatcher(parts: GatewayParts, metrics: RequestMetrics, legacy: RequestHandler | undefined): RequestHandler {
  const table = new RouteTable(allOperations);
  const local = localRoutes(parts);
  return async (request, response, next) => {
    const path = normalisePath(request.path, parts.environment.API_PREFIX);
    const exchange: Exchange = { request, response, requestId: randomUUID(), path };
    const finished = metrics.begin();
    try {
      const route = local.get(`${request.method} ${path}`);
      if (route) return await route(parts, exchange);
      const match = table.match(request.method, path);
      if (match) {
        response.once('close', () => finished(match.operation.id, response.statusCode));
        return await handleRequest(parts, match, exchange);
      }
      if (legacy && path.startsWith('/v1/')) return void legacy(request, response, next);
      throw new Fault(404, 'Method not found');
    } catch (error) {
      answerFailure(parts, exchange, error);
    }
  };
}

function answerFailure(parts: GatewayParts, exchange: Exchange, error: unknown): void {
  const fault =
    error instanceof UndecodablePath ? new Fault(404, 'Method not found', { cause: error }) : faultOf(error);
  const { request, response, requestId, path } = exchange;
  if (fault.status >= 500) {
    parts.log.error({ err: fault.cause ?? fault, requestId, method: request.method, path }, 'request failed');
  }
  if (response.headersSent) return void response.destroy();
  if (!request.complete) response.setHeader('Connection', 'close');
  sendFault(response, fault, parts.environment.API_DIALECT, requestId);
}

/** `/v1` paths that are not ours go to an existing SHM where one is configured (decisions.md 19). */
function legacyUpstream(target: string | undefined): RequestHandler | undefined {
  if (target === undefined) return undefined;
  return createProxyMiddleware({ target, changeOrigin: true, xfwd: true }) as unknown as RequestHandler;
}

export type { Request };
