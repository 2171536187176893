import type { ArgumentsOfOperation, Operation, RowOfOperation } from '@countinghouse/contracts';
import { ApiError } from './api-error.ts';
import { applyCredentials, type Credentials } from './credentials.ts';

export interface ClientOptions {
  /** Origin and prefix, such as `http://127.0.0.1:8080/shm`. */
  readonly baseUrl: string;
  readonly credentials?: Credentials;
  readonly timeoutMs?: number;
}

/** A page of a list, or the rows of any other answer. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly items: number;
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** What an operation answers to the client, by its kind of result. */
export type AnswerOf<O extends Operation> = O['result'] extends 'list' | 'rows'
  ? Page<RowOfOperation<O>>
  : O['result'] extends 'bare'
    ? RowOfOperation<O>
    : string;

export interface CallOptions {
  /** Repeats with the same key have one effect (decisions.md 11). */
  readonly idempotencyKey?: string;
}

/**
 * The typed client: every declared operation that has a route can be called.
 *
 * @example
 * const client = new Client({ baseUrl: 'http://127.0.0.1:8080/shm', credentials: { kind: 'basic', login, password } });
 * const page = await client.call(listUsers, { limit: 10 });
 */
export class Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** The same client for another caller. */
  as(credentials: Credentials): Client {
    return new Client({ ...this.#options, credentials });
  }

  /** Calls an operation; throws ApiError for every answer that is no success. */
  async call<O extends Operation>(
    operation: O,
    args: ArgumentsOfOperation<O>,
    options: CallOptions = {},
  ): Promise<AnswerOf<O>> {
    const response = await this.send(operation, args as Record<string, unknown>, options);
    if (!response.ok) throw await ApiError.from(response);
    const text = await response.text();
    if (operation.result === 'raw') return text as AnswerOf<O>;
    if (text === '') return { data: [], items: 0, total: 0, limit: 0, offset: 0 } as unknown as AnswerOf<O>;
    return JSON.parse(text) as AnswerOf<O>;
  }

  /** Sends an operation's request and answers the response as it came. */
  send(operation: Operation, args: Readonly<Record<string, unknown>>, options: CallOptions = {}): Promise<Response> {
    if (!operation.http) throw new Error(`${operation.id} has no route`);
    const { method, path } = operation.http;
    const { path: filled, rest } = fillPath(path, args);
    const url = new URL(this.#options.baseUrl + filled);
    const headers = new Headers();
    const hasBody = method === 'POST' || method === 'PUT';
    if (hasBody) headers.set('content-type', 'application/json');
    else
      for (const [name, value] of Object.entries(rest))
        if (value !== undefined) url.searchParams.set(name, argumentText(value));
    if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
    applyCredentials(this.#options.credentials ?? { kind: 'none' }, url, headers);
    const body = hasBody ? { body: JSON.stringify(rest) } : {};
    const signal = AbortSignal.timeout(this.#options.timeoutMs ?? 60_000);
    return fetch(url, { method, headers, signal, redirect: 'manual', ...body });
  }
}

function fillPath(path: string, args: Readonly<Record<string, unknown>>) {
  const name = /\*(\w+)/.exec(path)?.[1];
  if (name === undefined) return { path, rest: args };
  const { [name]: value, ...rest } = args;
  const encoded = String(value).split('/').map(encodeURIComponent).join('/');
  return { path: path.replace(/\*\w+/, encoded), rest };
}

function argumentText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
