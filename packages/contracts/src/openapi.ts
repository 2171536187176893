import { z } from 'zod';
import type { Field, Fields } from './field.ts';
import type { HttpMethod, Operation } from './operation.ts';

export interface OpenApiOptions {
  /** The API prefix, such as `/shm`. */
  readonly prefix: string;
  readonly dialect: 'spec' | 'shm';
  readonly version: string;
  /** Paths that no operation serves. */
  readonly morePaths?: Readonly<Record<string, JsonSchema>>;
}

export type JsonSchema = Record<string, unknown>;

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Wrong or missing arguments',
  401: 'Not authorized',
  403: 'Not authorized, or not allowed to this caller',
  404: 'Object not found',
  408: 'The object is locked',
  409: 'Conflicts with what exists',
  413: 'The body is too large',
  429: 'Too many requests',
};

/** The OpenAPI 3.1 document of every operation that has a route, and of `morePaths`. */
export function openApiDocument(operations: readonly Operation[], options: OpenApiOptions): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    if (!operation.http) continue;
    const path = operation.http.path.replace(/\*(\w+)/, '{$1}');
    paths[path] = {
      ...paths[path],
      [operation.http.method.toLowerCase()]: pathItem(operation, operation.http.method, options),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countinghouse',
      version: options.version,
      description: 'Users, services, payments, write-offs and templates.',
    },
    servers: [{ url: options.prefix === '' ? '/' : options.prefix }],
    paths: { ...paths, ...options.morePaths },
    components: { securitySchemes: SECURITY_SCHEMES, schemas: { Error: ERROR_SCHEMA } },
  };
}

/** The five methods of the specification's section 5; any one is enough. */
const SECURITY_SCHEMES = {
  sessionCookie: { type: 'apiKey', in: 'cookie', name: 'session_id' },
  basic: { type: 'http', scheme: 'basic' },
  sessionHeader: { type: 'apiKey', in: 'header', name: 'session-id' },
  loginHeader: { type: 'apiKey', in: 'header', name: 'login' },
  passwordHeader: { type: 'apiKey', in: 'header', name: 'password' },
  sessionArgument: { type: 'apiKey', in: 'query', name: 'session_id' },
};
export const SECURITY: readonly JsonSchema[] = [
  { sessionCookie: [] },
  { basic: [] },
  { sessionHeader: [] },
  { loginHeader: [], passwordHeader: [] },
  { sessionArgument: [] },
];

const ERROR_SCHEMA = {
  type: 'object',
  required: ['status', 'error', 'request_id'],
  properties: { status: { type: 'integer' }, error: { type: 'string' }, request_id: { type: 'string' } },
};

function pathItem(operation: Operation, method: HttpMethod, options: OpenApiOptions): JsonSchema {
  const schema = argumentsSchema(operation);
  const inBody = (method === 'POST' || method === 'PUT') && !operation.rawBody;
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.owner],
    security: operation.access === 'public' ? [] : SECURITY,
    parameters: [...pathParameters(operation), ...(inBody ? [] : queryParameters(schema))],
    ...(inBody ? { requestBody: { content: bodyContent(schema) } } : {}),
    ...(operation.rawBody ? { requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } } } : {}),
    responses: { ...successResponse(operation, method, options), ...errorResponses(operation, options) },
  };
}

function argumentsSchema(operation: Operation): JsonSchema {
  const schema = z.toJSONSchema(operation.documentedArgs, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.expected;
      delete jsonSchema.kind;
    },
  }) as JsonSchema;
  const taken = new Set([wildcardOf(operation), ...(operation.rawBody ? RAW_BODY_ARGUMENTS : [])]);
  const given = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).filter(
    ([name]) => !taken.has(name),
  );
  const required = given.filter(([, property]) => property.required === true).map(([name]) => name);
  const properties = Object.fromEntries(given.map(([name, property]) => [name, argumentSchema(property)]));
  const { additionalProperties } = schema;
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
  };
}

/** They carry the body of an operation that takes it as it is. */
const RAW_BODY_ARGUMENTS = ['body', 'content_type'] as const;

function argumentSchema({ required: _required, ...schema }: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const isNullable = Array.isArray(anyOf) && anyOf.some(({ type }: JsonSchema) => type === 'null');
  return isNullable && typeof rest.type === 'string' ? orNull(rest) : schema;
}

/** The same, or null: among the words too, where only some are allowed. */
function orNull({ type, enum: words, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, type: [type, 'null'], ...(Array.isArray(words) ? { enum: [...words, null] } : {}) };
}

function bodyContent(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } };
}

function wildcardOf(operation: Operation): string | undefined {
  return /\*(\w+)/.exec(operation.http?.path ?? '')?.[1];
}

function pathParameters(operation: Operation): JsonSchema[] {
  const name = wildcardOf(operation);
  return name === undefined ? [] : [{ name, in: 'path', required: true, schema: { type: 'string' } }];
}

function queryParameters(schema: JsonSchema): JsonSchema[] {
  const required = (schema.required ?? []) as string[];
  const named = Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
  return schema.additionalProperties === undefined ? named : [...named, FREE_ARGUMENTS];
}

/** Arguments of any name, each written as `name=value`. */
const FREE_ARGUMENTS = {
  name: 'params',
  in: 'query',
  required: false,
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: true },
};

function successResponse(operation: Operation, method: HttpMethod, options: OpenApiOptions): JsonSchema {
  if (operation.result === 'raw')
    return { 200: { description: 'Content in the format asked for', content: { '*/*': {} } } };
  if (method === 'DELETE' && options.dialect === 'spec') return { 201: { description: 'Deleted; no body' } };
  const item = operation.item ? rowSchema(operation.item) : {};
  const schema = operation.result === 'bare' ? item : envelopeSchema(item, membersBeside(operation, method, options));
  const redirect = operation.redirects ? { 302: { description: 'Goes on to another page' } } : {};
  return { 200: { description: 'Success', content: { 'application/json': { schema } } }, ...redirect };
}

function envelopeSchema(item: JsonSchema, members: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['data'],
    properties: {
      data: { type: 'array', items: item },
      ...members,
      status: { type: 'integer' },
      date: { type: 'string' },
      TZ: { type: 'string' },
    },
  };
}

/** What says how many rows there are (decisions.md, table of the dialects). */
function membersBeside(operation: Operation, method: HttpMethod, { dialect }: OpenApiOptions): JsonSchema {
  const integer = { type: 'integer' };
  if (method !== 'GET') return dialect === 'spec' ? { items: integer } : {};
  const isFiltered = Object.hasOwn(argumentsSchema(operation).properties as JsonSchema, 'filter');
  const filter = isFiltered ? { filter: { type: 'object', description: 'Where one was given' } } : {};
  return { items: integer, total: integer, limit: integer, offset: integer, ...filter };
}

function rowSchema(fields: Fields): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  };
}

function fieldSchema(field: Field): JsonSchema {
  const { expected: _expected, kind: _kind, required: _required, ...schema } = { ...field.schema.meta() } as JsonSchema;
  const described = field.description === undefined ? schema : { ...schema, description: field.description };
  return field.nullable && typeof schema.type === 'string' ? orNull(described) : described;
}

function errorResponses(operation: Operation, options: OpenApiOptions): JsonSchema {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  // Logins too: the dialect tells wrong credentials from what stays 403.
  const isRefused = options.dialect === 'shm' && operation.errors.includes(403);
  const statuses = isRefused ? [401, ...operation.errors] : operation.errors;
  const responses = statuses.map((status) => [status, { description: STATUS_TEXTS[status] ?? 'Failure', content }]);
  return { ...Object.fromEntries(responses), '5XX': { description: 'The service cannot answer now', content } };
}
