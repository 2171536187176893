import { Fault, invalidArgument, type JsonObject, type JsonValue, type Operation } from '@countinghouse/contracts';
import type { z } from 'zod';

/** Arguments of one request: no client sends more than a few dozen. */
const ARGUMENTS_MAX = 10_000;

/** Arguments as they arrived, before an operation parses them. */
export type RawArguments = Record<string, JsonValue>;

export interface RawRequest {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: string;
  readonly operation: Operation;
}

/**
 * Query and body merged, the query wins (decisions.md 6). JSON and forms for POST and PUT; a JSON list is the argument `DATA`,
 * any other text `POSTDATA` or `PUTDATA`. An operation with a raw body finds it in `body` and its type in `content_type`, whatever
 * the query says.
 */
export function collectArguments(request: RawRequest): RawArguments {
  const fromQuery = textArguments(request.query, request.operation);
  if (request.method !== 'POST' && request.method !== 'PUT') return fromQuery;
  if (request.operation.rawBody) return { ...fromQuery, body: request.body, content_type: request.contentType };
  return { ...bodyArguments(request), ...fromQuery };
}

function bodyArguments(request: RawRequest): RawArguments {
  const { body, contentType } = request;
  if (body === '') return {};
  if (/^application\/([\w.-]+\+)?json\b/.test(contentType)) return jsonArguments(body);
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return textArguments(textParameters(body), request.operation);
  return { [`${request.method}DATA`]: body };
}

function jsonArguments(body: string): RawArguments {
  let decoded: JsonValue;
  try {
    decoded = JSON.parse(body) as JsonValue;
  } catch (cause) {
    throw new Fault(400, 'Invalid value of body: expected valid JSON', { cause });
  }
  if (typeof decoded === 'object' && decoded !== null && !Array.isArray(decoded)) return copyOwn(decoded as JsonObject);
  return { DATA: decoded };
}

/** The arguments of a request that no operation declares: query, then a JSON or form body. */
export function textOrJsonArguments(
  body: string,
  request: { url: string; get(name: string): string | undefined },
): RawArguments {
  const type = (request.get('content-type') ?? '').toLowerCase();
  const query = Object.fromEntries(new URL(request.url, 'http://local').searchParams);
  if (body === '') return query;
  const fromBody = type.startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(textParameters(body))
    : jsonArguments(body);
  return { ...fromBody, ...query };
}

/** A plain copy in which `__proto__` is a key like any other. */
function copyOwn(from: JsonObject): RawArguments {
  if (Object.keys(from).length > ARGUMENTS_MAX) throw tooMany();
  return Object.fromEntries(Object.entries(from)) as RawArguments;
}

/** A query or a form taken apart; Fault 400 before that costs time, which Node takes as the square of their number. */
export function textParameters(text: string): URLSearchParams {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > ARGUMENTS_MAX) throw tooMany();
  }
  return new URLSearchParams(text);
}

function tooMany(): Fault {
  return new Fault(400, `Too many arguments: expected at most ${ARGUMENTS_MAX}`);
}

function textArguments(parameters: URLSearchParams, operation: Operation): RawArguments {
  const found: [string, JsonValue][] = [];
  const seen = new Set<string>();
  for (const [name, value] of parameters) {
    if (seen.has(name)) throw new Fault(400, `Invalid value of ${name.slice(0, 64)}: expected it once, not repeated`);
    seen.add(name);
    found.push([name, decodeJsonField(operation, name, value)]);
  }
  return Object.fromEntries(found);
}

/** A JSON field in a query or a form is JSON text (decisions.md 4). A comment may be plain text, so only what looks like JSON is decoded. */
function decodeJsonField(operation: Operation, name: string, value: string): JsonValue {
  if (value === '' || fieldKind(operation, name) !== 'json') return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch (cause) {
    if (!/^\s*[[{]/.test(value)) return value;
    throw new Fault(400, invalidArgument(name, 'JSON').message, { cause });
  }
}

function fieldKind(operation: Operation, name: string): unknown {
  const shape = (operation.args as Partial<z.ZodObject>).shape;
  if (!shape || !Object.hasOwn(shape, name)) return undefined;
  return (shape[name] as z.ZodType).meta()?.kind;
}
