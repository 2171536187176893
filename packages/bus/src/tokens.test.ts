import { type Caller, PUBLIC_CALLER } from '@countinghouse/contracts';
import jwt from 'jsonwebtoken';
import { afterEach, expect, it, vi } from 'vitest';
import { secretsOf, TokenSigner, TokenVerifier } from './tokens.ts';

const USER_SECRET = 'the secret of the user service, long enough';
const secrets = secretsOf({ user: USER_SECRET, billing: 'the secret of billing, which is long enough too' });
const caller: Caller = {
  subject: 'user:5',
  role: 'user',
  userId: 5,
  actingUserId: 5,
  address: '192.0.2.1',
  crossSiteCookie: true,
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('a token says who calls, whom and for how long', () => {
  const token = new TokenSigner('gateway', secrets).sign(caller, 'user');
  expect(new TokenVerifier('user', secrets).verify(token)).toEqual(caller);
  const claims = jwt.decode(token) as jwt.JwtPayload;
  expect(claims).toMatchObject({ iss: 'gateway', aud: 'user', sub: 'user:5', role: 'user' });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(30);
});

it('is signed once in five seconds for the same caller, and anew for another or later', () => {
  vi.useFakeTimers();
  const signer = new TokenSigner('gateway', secrets);
  const first = signer.sign(caller, 'user');
  expect(signer.sign({ ...caller }, 'user')).toBe(first);
  expect(signer.sign({ ...caller, actingUserId: 6 }, 'user')).not.toBe(first);
  expect(signer.sign({ ...caller, address: '192.0.2.2' }, 'user')).not.toBe(first);
  expect(signer.sign(caller, 'billing')).not.toBe(first);
  vi.advanceTimersByTime(5_001);
  expect(signer.sign(caller, 'user')).not.toBe(first);
});

it('is refused by another audience', () => {
  const token = new TokenSigner('gateway', secrets).sign(caller, 'user');
  expect(() => new TokenVerifier('billing', secrets).verify(token)).toThrow();
  const sameSecret = secretsOf({ billing: USER_SECRET });
  expect(() => new TokenVerifier('billing', sameSecret).verify(token)).toThrow('jwt audience invalid');
});

it('is refused once it has expired, even when it was seen before', () => {
  vi.useFakeTimers();
  const token = new TokenSigner('gateway', secrets).sign(caller, 'user');
  const verifier = new TokenVerifier('user', secrets);
  verifier.verify(token);
  vi.advanceTimersByTime(40_000);
  expect(() => verifier.verify(token)).toThrow('jwt expired');
});

it.each([
  [
    'a changed payload',
    (token: string) => token.replace(/\.[^.]+\./, `.${Buffer.from('{"sub":"user:1"}').toString('base64url')}.`),
  ],
  [
    'no signature',
    () =>
      jwt.sign({ role: 'admin', userId: 1, actingUserId: 1 }, '', {
        algorithm: 'none',
        audience: 'user',
        subject: 'x',
      }),
  ],
  [
    'missing claims',
    () => jwt.sign({ role: 'root' }, USER_SECRET, { audience: 'user', subject: 'user:1', expiresIn: 30 }),
  ],
  [
    'no expiry',
    () => jwt.sign({ role: 'user', userId: 1, actingUserId: 1 }, USER_SECRET, { audience: 'user', subject: 'user:1' }),
  ],
  ['nothing', () => ''],
])('%s is refused', (_, forge) => {
  const token = new TokenSigner('gateway', secrets).sign(PUBLIC_CALLER, 'user');
  expect(() => new TokenVerifier('user', secrets).verify(forge(token))).toThrow();
});

it('short secrets are refused in production, empty ones always', () => {
  expect(() => secretsOf({ user: '' })).toThrow('The bus secret of user is empty');
  vi.stubEnv('NODE_ENV', 'production');
  expect(() => secretsOf({ user: 'short' })).toThrow('at least 32 bytes');
});
