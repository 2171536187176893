import { expect, it } from 'vitest';
import { readGatewayEnvironment } from './environment.ts';

const read = (TRUSTED_PROXIES: string) =>
  readGatewayEnvironment({ NATS_URL: 'nats://127.0.0.1:4222', TRUSTED_PROXIES }).TRUSTED_PROXIES;

it('takes proxies as addresses, ranges and names', () => {
  const words = ['loopback', '10.0.0.1', '10.0.0.0/8', '10.0.0.0/255.0.0.0', '::1', 'fd00::/8'];
  expect(read(words.join(', '))).toEqual(words);
  expect(read('')).toEqual([]);
});

it.each(['zz', 'loopback/8', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '1.2.3'])(
  'names TRUSTED_PROXIES where one is %s',
  (word) => {
    expect(() => read(`10.0.0.1,${word}`)).toThrow('Cannot start: TRUSTED_PROXIES: addresses, ranges or names');
  },
);
