import type { SentRequest } from '../callers.ts';
import { argumentsOfOperation, type RoutedOperation } from '../routes.ts';
import type { World } from '../world.ts';
import { type Arranged, type Arrangement, pointingNowhere, requestOf, senderOf, UNKNOWN_ID } from './arrangement.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;

/** A request and who sends it. */
export interface Prepared {
  readonly request: SentRequest;
  send(): ReturnType<ReturnType<typeof senderOf>>;
}

export interface RefusalOf {
  readonly operation: RoutedOperation;
  readonly arrangement: Arrangement;
  readonly valid: Arranged;
}

/** What makes a request wrong that would succeed, for the statuses that mean the same everywhere. */
const GENERIC: Readonly<Record<number, (target: RefusalOf, world: World) => Prepared | undefined>> = {
  400: ({ operation, valid }, world) => {
    const request = requestOf(operation, valid);
    return prepared(repeatedArgument(request), senderOf(operation, valid, world));
  },
  403: ({ operation, valid }, world) => {
    if (operation.access === 'public') return undefined;
    return prepared(requestOf(operation, valid), world.callers.nobody);
  },
  404: ({ operation, valid }, world) => {
    const ids = argumentsOfOperation(operation).filter(({ kind, required }) => required && kind === 'id');
    const nowhere = pointingNowhere(
      operation,
      valid,
      ids.map(({ name }) => name),
    );
    if (ids.length > 0 || nowhere.rest !== valid.rest) return arranged(operation, nowhere, world);
    if (operation.access !== 'user')
      return arranged(operation, { ...valid, args: { ...valid.args, ...unknownName(operation) } }, world);
    const args = { ...valid.args, user_id: UNKNOWN_ID };
    return arranged(operation, { ...valid, args, as: world.callers.admin }, world);
  },
  413: ({ operation, valid }, world) => {
    const { body: _body, ...request } = requestOf(operation, valid);
    return prepared({ ...request, text: 'x'.repeat(BODY_LIMIT_BYTES + 1) }, senderOf(operation, valid, world));
  },
};

/** The request that is to be answered with the status; undefined where nothing says how. */
export async function refusal(status: number, target: RefusalOf, world: World): Promise<Prepared | undefined> {
  const own = target.arrangement.refused?.[status];
  if (own) return arranged(target.operation, await own(world, target.valid), world);
  return GENERIC[status]?.(target, world);
}

export function arranged(operation: RoutedOperation, request: Arranged, world: World): Prepared {
  return prepared(requestOf(operation, request), senderOf(operation, request, world));
}

function prepared(request: SentRequest, send: (request: SentRequest) => ReturnType<Prepared['send']>): Prepared {
  return { request, send: () => send(request) };
}

function repeatedArgument(request: SentRequest): SentRequest {
  const query = new URLSearchParams();
  if (typeof request.query === 'object') {
    for (const [name, value] of Object.entries(request.query))
      query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  query.append('twice', '1');
  query.append('twice', '2');
  return { ...request, query: query.toString() };
}

function unknownName(operation: RoutedOperation): object {
  const names = argumentsOfOperation(operation).filter(({ kind, required }) => required && kind === 'text');
  return Object.fromEntries(names.map(({ name }) => [name, 'no-such-name']));
}
