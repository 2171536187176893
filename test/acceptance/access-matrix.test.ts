import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Callers, createCallers } from './callers.ts';
import { type RoutedOperation, routedOperations, samplePath } from './routes.ts';

let system: RunningSystem;
let callers: Callers;

beforeAll(async () => {
  system = await startSystem();
  callers = await createCallers(system);
});
afterAll(() => system.stop());

/** Answers of these change who is logged in, so they are tested where sessions are. */
const SESSION_ROUTES = new Set(['session.login', 'session.logout']);

function request(operation: RoutedOperation) {
  return { method: operation.http.method, path: samplePath(operation) };
}

const matrix = routedOperations.filter(({ id }) => !SESSION_ROUTES.has(id));
const guarded = matrix.filter(({ access }) => access !== 'public');
const administrative = matrix.filter(({ access }) => access === 'admin');
const open = matrix.filter(({ access }) => access === 'public');

/** The access of every operation, as its contract declares it (decisions.md 8): one test per operation and role. */
describe.each(guarded)('$http.method $http.path ($access)', (operation) => {
  it('refuses a caller without authentication', async () => {
    const answer = await callers.nobody(request(operation));
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ status: 403, error: 'Not authorized', request_id: expect.any(String) });
  });

  it('refuses a blocked user', async () => {
    const answer = await callers.blocked(request(operation));
    expect(answer.status).toBe(403);
    expect(answer.json?.error).toBe('User is blocked');
  });
});

describe.each(administrative)('$http.method $http.path ($access)', (operation) => {
  it('refuses a user who is no administrator', async () => {
    const answer = await callers.user(request(operation));
    expect(answer.status).toBe(403);
    expect(answer.json?.error).toBe('Permission denied');
  });

  it('lets an administrator in', async () => {
    const answer = await callers.admin(request(operation));
    expect(answer.status).not.toBe(403);
    expect(answer.status).toBeLessThan(500);
  });
});

describe.each(open)('$http.method $http.path ($access)', (operation) => {
  it('asks nobody for authentication', async () => {
    const answer = await callers.nobody(request(operation));
    expect(answer.json?.error).not.toBe('Not authorized');
  });
});
