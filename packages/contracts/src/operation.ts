import type { z } from 'zod';
import type { ServiceName } from './caller.ts';
import type { Fields } from './field.ts';
import type { Resource } from './resource.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: `public` needs no authentication, `user` any valid user, `admin` administrators,
 * `internal` other services only (no route).
 */
export type Access = 'public' | 'user' | 'admin' | 'internal';

/**
 * What the answer is: `list` pages rows in the envelope; `rows` puts rows in the envelope; `bare` is a JSON value without
 * envelope; `raw` brings its own content type, status and headers (templates, stored blobs).
 */
export type ResultKind = 'list' | 'rows' | 'bare' | 'raw';

export interface HttpRoute {
  readonly method: HttpMethod;
  /** Without prefix, such as `/v1/admin/user`; `/*name` takes the rest of the path as the argument `name`, up to what follows it: `/*name/preview`. */
  readonly path: string;
}

/** One operation of the system. Routes, validation, subjects, documents, the client and the access tests come from it. */
export interface Operation<Arguments = unknown, Result extends ResultKind = ResultKind, Row = unknown> {
  /** Unique, such as `user.list`; the subject is made of the owner and this. */
  readonly id: string;
  readonly owner: ServiceName;
  readonly summary: string;
  readonly access: Access;
  readonly http: HttpRoute | undefined;
  readonly args: z.ZodType<Arguments>;
  /** What documents show as arguments, where the gateway makes `args` of the whole request. */
  readonly documentedArgs: z.ZodType;
  readonly result: Result;
  /** The fields of a row, for documents; undefined where rows have no fixed fields. */
  readonly item: Fields | undefined;
  /** What lists can filter and sort; set exactly for `list`. */
  readonly list: Resource | undefined;
  /** A JSON body is not spread into arguments but stays text in the argument `body` (peer-http-api.md 0.4 "raw JSON"). */
  readonly rawBody: boolean;
  /** `Idempotency-Key` is honoured (decisions.md 11): every PUT, POST and DELETE but login, password, session and template routes. */
  readonly idempotent: boolean;
  /** Identical requests that meet may share one answer; by default lists that are got, which change nothing. */
  readonly shareable: boolean;
  /** May send the browser to another page instead (302). */
  readonly redirects: boolean;
  /** The statuses that the operation documents besides 200/201, in ascending order. */
  readonly errors: readonly number[];
  /** Only in the type: the row's shape. */
  readonly rowType?: Row;
}

export interface OperationDefinition<Arguments, Result extends ResultKind> {
  readonly id: string;
  readonly owner: ServiceName;
  readonly summary: string;
  readonly access: Access;
  readonly http?: HttpRoute;
  readonly args: z.ZodType<Arguments>;
  readonly documentedArgs?: z.ZodType;
  readonly result: Result;
  readonly item?: Fields;
  readonly list?: Resource;
  readonly rawBody?: boolean;
  readonly idempotent?: boolean;
  readonly shareable?: boolean;
  readonly redirects?: boolean;
  /** Statuses beyond those that follow from access, method and idempotency. */
  readonly errors?: readonly number[];
}

/** Declares an operation; `Row` is given explicitly where a row is more than `item` says. */
export function operation<Arguments, const Result extends ResultKind, Row = Record<string, unknown>>(
  definition: OperationDefinition<Arguments, Result>,
): Operation<Arguments, Result, Row> {
  if (definition.result === 'list' && !definition.list)
    throw new Error(`${definition.id} is a list without a resource`);
  return {
    id: definition.id,
    owner: definition.owner,
    summary: definition.summary,
    access: definition.access,
    http: definition.http,
    args: definition.args,
    documentedArgs: definition.documentedArgs ?? definition.args,
    result: definition.result,
    item: definition.item ?? definition.list?.fields,
    list: definition.list,
    rawBody: definition.rawBody ?? false,
    idempotent: isIdempotent(definition),
    shareable: definition.shareable ?? (definition.http?.method === 'GET' && definition.result === 'list'),
    redirects: definition.redirects ?? false,
    errors: documentedErrors(definition),
  };
}

function isIdempotent({ idempotent, http }: OperationDefinition<unknown, ResultKind>): boolean {
  return idempotent ?? (http !== undefined && http.method !== 'GET');
}

/** 409 answers an `Idempotency-Key` that came with other content, or one that is at work; 413 a body over the limit. */
function documentedErrors(definition: OperationDefinition<unknown, ResultKind>): readonly number[] {
  const statuses = new Set<number>(definition.errors ?? []);
  statuses.add(400);
  const method = definition.http?.method;
  if (method === 'PUT' || method === 'POST') statuses.add(413);
  if (isIdempotent(definition)) statuses.add(409);
  if (definition.access === 'user' || definition.access === 'admin') statuses.add(403);
  return [...statuses].sort((a, b) => a - b);
}

export type ArgumentsOfOperation<O extends Operation> = O['args'] extends z.ZodType<infer A> ? A : never;
export type RowOfOperation<O extends Operation> = NonNullable<O['rowType']>;

/** Where the operation is served on the bus; dots in an id separate tokens. */
export function subjectOf(target: Pick<Operation, 'owner' | 'id'>): string {
  return `${target.owner}.${target.id}`;
}
