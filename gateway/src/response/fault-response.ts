import { Fault } from '@countinghouse/contracts';
import type { Response } from 'express';
import { NOT_AUTHORIZED } from '../authentication/caller.ts';
import type { Dialect } from '../environment.ts';

const LOGIN_TEXTS = new Set([NOT_AUTHORIZED, 'Incorrect login or password']);
const TEMPLATE_NOT_FOUND = 'Template not found';

/** The status that the dialect gives a fault (decisions.md, table). */
function statusIn(dialect: Dialect, fault: Fault): number {
  if (dialect === 'spec') return fault.status;
  if (fault.status === 403 && LOGIN_TEXTS.has(fault.message)) return 401;
  if (fault.status === 404 && fault.message === TEMPLATE_NOT_FOUND) return 400;
  return fault.status;
}

/** Answers a failure as JSON, for templates too; never a stack, a driver text or a path (decisions.md 3). */
export function sendFault(response: Response, fault: Fault, dialect: Dialect, requestId: string): void {
  const status = statusIn(dialect, fault);
  if (fault.retryAfterSeconds !== undefined)
    response.setHeader('Retry-After', String(Math.ceil(fault.retryAfterSeconds)));
  const body = { status, error: fault.message, request_id: requestId, ...fault.details };
  response.status(status).type('application/json').send(JSON.stringify(body));
}

/** Any thrown value as a fault: what nobody expected is a 500 without details. */
export function faultOf(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault(500, 'Internal error', { cause: error });
}
