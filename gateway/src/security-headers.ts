import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

const TEMPLATE_PATH = /\/v1\/+(template|public)\//;

/**
 * Sets the headers that protect browsers. Those of helmet do not depend on the request, so they are asked for once. Answers of
 * templates can be framed and scripted by their author (decisions.md 7). Requests are not turned into HTTPS: where the gateway
 * answers HTTP under a name, the page of the documents would find no scripts.
 */
export function securityHeaders(): RequestHandler {
  const headers = headersOf(
    helmet({
      crossOriginResourcePolicy: { policy: 'same-site' },
      contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
    }),
  );
  return (request, response, next) => {
    if (TEMPLATE_PATH.test(request.path)) response.setHeader('X-Content-Type-Options', 'nosniff');
    else setAll(response, headers);
    next();
  };
}

type Headers = readonly (readonly [name: string, value: string])[];

function headersOf(protect: ReturnType<typeof helmet>): Headers {
  const request = new IncomingMessage(new Socket());
  const sample = new ServerResponse(request);
  protect(request, sample, (error) => {
    if (error) throw error;
  });
  return Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)]);
}

function setAll(response: Response, headers: Headers): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}
