import { describe, expect, it } from 'vitest';
import { carriedCredentials } from './credentials.ts';
import { withoutForeignCookies } from './foreign-cookies.ts';

const HEADERS = { cookie: `session_id=${'a'.repeat(32)}`, login: 'anna', password: 'secret' };

function carriers(method: string, headers: Record<string, string>, origins: readonly string[] = []) {
  const request = { method, headers: { ...HEADERS, ...headers } };
  return withoutForeignCookies(carriedCredentials(request.headers, {}), request, origins).map(({ carrier }) => carrier);
}

describe('withoutForeignCookies', () => {
  it.each(['POST', 'PUT', 'DELETE'])('drops the cookie alone of a %s that a page of another site sends', (method) => {
    expect(carriers(method, { 'sec-fetch-site': 'cross-site' })).toEqual(['credential-headers']);
  });
  it.each([
    ['of our own page', 'POST', { 'sec-fetch-site': 'same-origin' }],
    ['of a program', 'POST', {}],
    ['that follows a link', 'GET', { 'sec-fetch-site': 'cross-site' }],
  ])('leaves a request %s alone', (_who, method, headers) => {
    expect(carriers(method, headers as Record<string, string>)).toEqual(['cookie', 'credential-headers']);
  });
  it('leaves listed origins alone', () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://cabinet.example' };
    expect(carriers('POST', headers, ['https://cabinet.example'])).toEqual(['cookie', 'credential-headers']);
    expect(carriers('POST', { ...headers, origin: 'null' }, ['https://cabinet.example'])).toEqual([
      'credential-headers',
    ]);
  });
});
