import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ env: { API_DIALECT: 'shm' } });
});
afterAll(() => world.stop());

/** The table of decisions.md, column `shm`. */
describe('the dialect of SHM', () => {
  it('answers 401 without authentication, and 403 to whom it knows', async () => {
    const request = { method: 'GET', path: '/v1/admin/user' };
    expect((await world.callers.nobody(request)).json).toMatchObject({ status: 401, error: 'Not authorized' });
    expect((await world.callers.user(request)).json).toMatchObject({ status: 403, error: 'Permission denied' });
    expect((await world.callers.blocked(request)).json).toMatchObject({ status: 403, error: 'User is blocked' });
  });

  it('answers 401 to wrong credentials, in both logins', async () => {
    for (const path of ['/user/auth.cgi', '/v1/user/auth']) {
      const body = { login: 'plain.user', password: 'wrong-secret' };
      const answer = await world.callers.nobody({ method: 'POST', path, body });
      expect(answer.json).toMatchObject({ status: 401, error: 'Incorrect login or password' });
    }
  });

  it('answers DELETE with the envelope', async () => {
    const { userId } = await world.user();
    const answer = await world.callers.admin({ method: 'DELETE', path: '/v1/admin/user', query: { user_id: userId } });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ data: ['1'], status: 200 });
  });

  it('answers the deleted user service, whose length the cabinets read', async () => {
    const { userId, userServiceId } = await world.active();
    const args = { user_id: userId, user_service_id: userServiceId };
    await world.rows({ method: 'POST', path: '/v1/admin/user/service/stop', body: args });
    const answer = await world.callers.admin({ method: 'DELETE', path: '/v1/admin/user/service', query: args });
    expect(answer.json?.data).toMatchObject([{ user_service_id: userServiceId, status: 'REMOVED' }]);
  });

  it('counts all that match in items', async () => {
    await world.user();
    const { json } = await world.callers.admin({ method: 'GET', path: '/v1/admin/user', query: { limit: 1 } });
    expect(json).toMatchObject({ data: [expect.anything()], items: json?.total, limit: 1 });
    expect(json?.total).toBeGreaterThan(1);
  });

  it('has no items in answers of PUT and POST', async () => {
    const body = { user_id: world.callers.userId, money: 1 };
    const { json } = await world.callers.admin({ method: 'PUT', path: '/v1/admin/user/payment', body });
    expect(Object.keys(json ?? {})).toEqual(['data', 'status', 'date', 'TZ']);
  });

  it('answers 400 for an unknown template', async () => {
    const answer = await world.callers.admin({ method: 'GET', path: '/v1/template/none' });
    expect(answer.json).toMatchObject({ status: 400, error: 'Template not found' });
  });

  it('lets scripts read the session cookie', async () => {
    const answer = await world.callers.nobody({
      method: 'POST',
      path: '/user/auth.cgi',
      form: { ...world.callers.userLogin },
    });
    expect(answer.headers.get('set-cookie')).toMatch(/^session_id=[0-9a-f]{32}; Max-Age=2592000; Path=\//);
    expect(answer.headers.get('set-cookie')).not.toMatch(/HttpOnly|SameSite/);
  });

  it('keeps repeats apart from their bare answers', async () => {
    const headers = { 'idempotency-key': 'one' };
    const request = { method: 'DELETE', path: '/v1/user/autopayment', headers };
    expect((await world.callers.user(request)).json).toEqual({ success: 1 });
    const repeated = await world.callers.user(request);
    expect([repeated.json, repeated.headers.get('idempotency-hit')]).toEqual([{ success: 1 }, 'true']);
  });
});
