import { describe, expect, it } from 'vitest';
import { carriedCredentials } from './credentials.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('carriedCredentials', () => {
  it('finds all methods in the order of decisions.md 2', () => {
    const headers = {
      'session-id': 'a',
      session_id: 'b',
      cookie: 'theme=dark; session_id=d; session-id=e',
      authorization: basic('me:pa:ss'),
      login: 'you',
      password: 'word',
    };
    expect(carriedCredentials(headers, { session_id: 'c' })).toEqual([
      { carrier: 'header', credential: { kind: 'session', session_id: 'a' } },
      { carrier: 'header', credential: { kind: 'session', session_id: 'b' } },
      { carrier: 'argument', credential: { kind: 'session', session_id: 'c' } },
      { carrier: 'cookie', credential: { kind: 'session', session_id: 'd' } },
      { carrier: 'cookie', credential: { kind: 'session', session_id: 'e' } },
      { carrier: 'basic', credential: { kind: 'password', login: 'me', password: 'pa:ss' } },
      { carrier: 'credential-headers', credential: { kind: 'password', login: 'you', password: 'word' } },
    ]);
  });

  it('reads UTF-8 in credential headers', () => {
    const bytes = Buffer.from('пароль').toString('latin1');
    expect(carriedCredentials({ login: 'me', password: bytes }, {})[0]?.credential).toMatchObject({
      password: 'пароль',
    });
  });

  it.each([
    ['no scheme', 'YTpi'],
    ['another scheme', 'Bearer YTpi'],
    ['no colon', basic('me')],
    ['no login', basic(':secret')],
    ['no base64', 'Basic !!!'],
  ])('takes no Basic with %s', (_case, authorization) => {
    expect(carriedCredentials({ authorization }, {})).toEqual([]);
  });

  it('takes no empty values', () => {
    expect(
      carriedCredentials({ 'session-id': '', login: 'me', password: '', cookie: 'session_id=' }, { session_id: '' }),
    ).toEqual([]);
  });

  it('does not take a cookie whose name ends alike', () => {
    expect(carriedCredentials({ cookie: 'old_session_id=x' }, {})).toEqual([]);
  });
});
