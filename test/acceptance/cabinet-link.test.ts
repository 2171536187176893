import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Callers, createCallers } from './callers.ts';

let system: RunningSystem;
let callers: Callers;

beforeAll(async () => {
  system = await startSystem();
  callers = await createCallers(system);
});
afterAll(() => system.stop());

/** clients.md 1.0, "Open client cabinet as user". */
it('lets an administrator open the cabinet as a user by a link', async () => {
  const opened = await callers.admin({
    method: 'PUT',
    path: '/v1/admin/user/session',
    body: { user_id: callers.userId },
  });
  const session = String(opened.json?.id);
  const link = { method: 'GET', path: '/user/auth.cgi', query: { session_id: session } };
  await callers.admin({ method: 'POST', path: '/v1/admin/config/cli', body: { url: 'https://cabinet.example/' } });
  const followed = await callers.nobody(link);
  expect(followed.status).toBe(302);
  expect(followed.headers.get('location')).toBe('https://cabinet.example/');
  expect(followed.headers.get('set-cookie')).toMatch(new RegExp(`^session_id=${session}; .*HttpOnly`));
  const cookie = `session_id=${session}`;
  const self = await callers.nobody({ method: 'GET', path: '/v1/user', headers: { cookie } });
  expect(self.json?.data?.[0]?.user_id).toBe(callers.userId);
});

it('answers a link without a session, or with credentials in it, 400', async () => {
  for (const query of [{}, { session_id: 'f'.repeat(32) }, callers.userLogin]) {
    const answer = await callers.nobody({ method: 'GET', path: '/user/auth.cgi', query: { ...query } });
    expect([answer.status, answer.json?.error]).toEqual([400, 'login or password not present']);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

it('gives the API document under the names that generators of clients know', async () => {
  const get = (path: string) => callers.nobody({ method: 'GET', path });
  const document = await get('/openapi.json');
  for (const path of ['/v1/swagger.json', '/v1/swagger_admin.json']) expect((await get(path)).text).toBe(document.text);
});
