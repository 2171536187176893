import cors from 'cors';
import type { RequestHandler } from 'express';

/** Lets pages of the listed origins call the API; everybody else is answered as if there were no list (decisions.md 17). */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  const allow = cors({ origin: [...origins], credentials: true });
  return (request, response, next) => {
    const origin = request.get('origin');
    if (origin !== undefined && origins.includes(origin)) return allow(request, response, next);
    response.vary('Origin');
    next();
  };
}
