import type { Send, SentRequest } from '../callers.ts';
import { type RoutedOperation, samplePath, wildcardOf } from '../routes.ts';
import type { World } from '../world.ts';

/** What one request of an operation is made of. */
export interface Arranged {
  readonly args?: Readonly<Record<string, unknown>>;
  /** What stands for the wildcard of the path. */
  readonly rest?: string;
  /** A raw body; the arguments are then sent in the query. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who sends it: an administrator where only they may, else a user, else nobody. */
  readonly as?: Send;
}

/** One request for each status that an operation documents. */
export interface Arrangement {
  /** A request that succeeds, once. */
  readonly valid: (world: World) => Arranged | Promise<Arranged>;
  /** Requests that are refused; the statuses of `refusals.ts` are made of the valid request where none is given. */
  readonly refused?: Readonly<Record<number, (world: World, valid: Arranged) => Arranged | Promise<Arranged>>>;
  /** What else the answer of success must have. */
  readonly row?: object;
}

/** By operation id. */
export type Arrangements = Readonly<Record<string, Arrangement>>;

export function requestOf(operation: RoutedOperation, arranged: Arranged): SentRequest {
  const { args = {}, rest, text, headers = {} } = arranged;
  const { method } = operation.http;
  const target = { method, path: samplePath(operation, rest), headers };
  if (method === 'GET' || method === 'DELETE') return { ...target, query: args };
  if (operation.rawBody) return { ...target, query: args, text: text ?? '' };
  return { ...target, body: args };
}

export function senderOf(operation: RoutedOperation, arranged: Arranged, world: World): Send {
  if (arranged.as) return arranged.as;
  const { callers } = world;
  const byAccess = { admin: callers.admin, user: callers.user, public: callers.nobody, internal: callers.admin };
  return byAccess[operation.access];
}

/** `args` with every id replaced that is asked for, or the wildcard, by one that nothing has. */
export function pointingNowhere(operation: RoutedOperation, valid: Arranged, ids: readonly string[]): Arranged {
  const wildcard = wildcardOf(operation);
  const args = { ...valid.args, ...Object.fromEntries(ids.map((name) => [name, UNKNOWN_ID])) };
  return { ...valid, args, ...(wildcard === undefined ? {} : { rest: 'no-such-name' }) };
}

export const UNKNOWN_ID = 2_147_483_647;
