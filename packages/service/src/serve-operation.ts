import { createHash } from 'node:crypto';
import type { IncomingRequest, Served } from '@countinghouse/bus';
import { CLIENT_KEY_PREFIX, parseArguments } from '@countinghouse/contracts';
import type { IdempotencyStore } from '@countinghouse/store';
import type { Context, Implementation } from './implementation.ts';
import { type ContextSource, requestContext } from './request-context.ts';

/** Parses the arguments, honours an Idempotency-Key (decisions.md 11) and runs the handler. */
export function serveOperation(
  implementation: Implementation,
  source: ContextSource,
  idempotency: IdempotencyStore,
): Served {
  const { operation } = implementation;
  return {
    operation,
    handle: async (raw, request) => {
      const args = parseArguments(operation, raw);
      if (operation.idempotent && request.key.startsWith(CLIENT_KEY_PREFIX)) {
        return runOnce(implementation, args, request, source, idempotency);
      }
      return implementation.handle(args, requestContext(source, request));
    },
  };
}

async function runOnce(
  implementation: Implementation,
  args: unknown,
  request: IncomingRequest,
  source: ContextSource,
  idempotency: IdempotencyStore,
): Promise<unknown> {
  const { operation } = implementation;
  const { method, path } = operation.http ?? { method: 'PUT', path: operation.id };
  const scope = { caller: request.caller.subject, method, path, key: request.key.slice(CLIENT_KEY_PREFIX.length) };
  const context: Context = requestContext(source, request, `once:${sha256(JSON.stringify(Object.values(scope)))}`);
  const argsHash = sha256(JSON.stringify([args, request.caller.actingUserId]));
  const { callId, deadlineAt } = request;
  const asked = { ...scope, argsHash, callId, deadlineAt };
  const { reply, hit } = await idempotency.run(asked, () => implementation.handle(args, context));
  return hit && isObject(reply) ? { ...reply, hit: true } : reply;
}

function isObject(reply: unknown): reply is object {
  return typeof reply === 'object' && reply !== null && !Array.isArray(reply);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
