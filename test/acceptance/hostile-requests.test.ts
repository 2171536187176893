import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let system: RunningSystem;
let session: string;

beforeAll(async () => {
  system = await startSystem({ env: { API_DIALECT: 'shm' } });
  const { login, password } = system.admin;
  const answer = await send('POST', 'user/auth.cgi', { 'content-type': 'application/json' }, { login, password });
  session = ((await answer.json()) as { session_id: string }).session_id;
});
afterAll(() => system.stop());

function send(method: string, path: string, headers: Record<string, string>, body: object | string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${system.url}/${path}`, { method, headers, body: text });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const PUBLIC_LIMIT_BYTES = 1024 * 1024;

describe('a large body', () => {
  const body = { full_name: 'Administrator', padding: 'x'.repeat(PUBLIC_LIMIT_BYTES) };
  it.each([
    ['of nobody', 'v1/user', {}],
    ['of a wrong session', 'v1/user', { 'session-id': '0'.repeat(32) }],
    ['to a public route', 'v1/user/auth', {}],
  ])('%s is refused before it is taken apart', async (_whose, path, headers) => {
    expect((await send('POST', path, { ...JSON_TYPE, ...headers }, body)).status).toBe(413);
  });
  it('of somebody whom the head of the request identifies is read', async () => {
    expect((await send('POST', 'v1/user', { ...JSON_TYPE, 'session-id': session }, body)).status).toBe(200);
    expect((await send('POST', `v1/user?session_id=${session}`, JSON_TYPE, body)).status).toBe(200);
  });
});

describe('a form of millions of arguments', () => {
  it('is refused at once', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'a&'.repeat(PUBLIC_LIMIT_BYTES / 2);
    expect((await send('POST', 'user/auth.cgi', headers, body)).status).toBe(400);
  });
});

describe('a page of another site', () => {
  const write = (fetchSite: string) =>
    send(
      'POST',
      'v1/user',
      { ...JSON_TYPE, cookie: `session_id=${session}`, 'sec-fetch-site': fetchSite },
      { full_name: fetchSite },
    );
  it('cannot write with the cookie of the browser that shows it', async () => {
    expect((await write('cross-site')).status).toBe(401);
    expect((await write('same-origin')).status).toBe(200);
  });
});

describe('what a user stored', () => {
  it('is shown in a sandbox where it is shown as a page', async () => {
    const headers = { 'session-id': session };
    const page = '<form action="/shm/v1/user" method="post"><input name="full_name"><button>ok</button></form>';
    expect((await send('PUT', 'v1/storage/manage/page', headers, page)).status).toBe(200);
    for (const path of ['v1/storage/manage/page', 'v1/user']) {
      const shown = await fetch(`${system.url}/${path}?format=html`, { headers });
      expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(shown.headers.get('content-security-policy')).toMatch(/;sandbox$/);
    }
  });
});
