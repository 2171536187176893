import { type JsonSchema, SECURITY } from '@countinghouse/contracts';

const TEXT: JsonSchema = { type: 'string' };

/** What `localRoutes` answers to everybody in production, as the API document shows it. */
export const LOCAL_PATHS: Readonly<Record<string, JsonSchema>> = {
  '/healthcheck.cgi': {
    get: {
      ...described('gateway.healthcheck-page', 'Says that the gateway answers'),
      security: [],
      responses: { 204: { description: 'It answers; no body' } },
    },
  },
  '/v1/healthcheck': { get: publicRows('gateway.healthcheck', 'Says that the gateway answers', 'result') },
  '/v1/test': { get: publicRows('gateway.test', 'Says that the API is found', 'test') },
  '/v1/admin/system/version': {
    get: {
      ...described('gateway.version', 'Names the version that runs'),
      security: SECURITY,
      responses: {
        200: answer({ version: TEXT, commitSha: TEXT, releaseUrl: TEXT }),
        403: { description: 'Not authorized, or no administrator' },
      },
    },
  },
};

function described(operationId: string, summary: string): JsonSchema {
  return { operationId, summary, tags: ['gateway'] };
}

function publicRows(operationId: string, summary: string, member: string): JsonSchema {
  const row = { type: 'object', properties: { [member]: TEXT } };
  const responses = { 200: answer({ data: { type: 'array', items: row } }) };
  return { ...described(operationId, summary), security: [], responses };
}

function answer(properties: JsonSchema): JsonSchema {
  return { description: 'Success', content: { 'application/json': { schema: { type: 'object', properties } } } };
}
