import { Fault } from '@countinghouse/contracts';
import type { Exchange, GatewayParts } from '../handle-request.ts';
import { UndecodablePath } from '../routes/route-table.ts';
import { faultOf, sendFault } from './fault-response.ts';

/** Ends a request that failed: by an error body, or by cutting the connection where an answer has begun or cannot be written. */
export function answerFailure(
  { environment, log }: Pick<GatewayParts, 'environment' | 'log'>,
  { request, response, requestId, path }: Exchange,
  error: unknown,
): void {
  const fault =
    error instanceof UndecodablePath ? new Fault(404, 'Method not found', { cause: error }) : faultOf(error);
  const told = { requestId, method: request.method, path };
  if (fault.status >= 500) log.error({ err: fault.cause ?? fault, ...told }, 'request failed');
  if (response.headersSent) return void response.destroy();
  if (!request.complete) response.setHeader('Connection', 'close');
  try {
    sendFault(response, fault, environment.API_DIALECT, requestId);
  } catch (err) {
    log.error({ err, ...told }, 'answering failed');
    response.destroy();
  }
}
