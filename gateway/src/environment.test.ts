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

const origins = (CORS_ORIGINS: string) =>
  readGatewayEnvironment({ NATS_URL: 'nats://127.0.0.1:4222', CORS_ORIGINS }).CORS_ORIGINS;

it('takes origins as browsers write them', () => {
  const words = ['https://cabinet.example.com', 'http://127.0.0.1:5173', 'capacitor://localhost'];
  expect(origins(words.join())).toEqual(words);
});

it.each(['zz', 'https://cabinet.example.com/', 'https://cabinet.example.com:443', 'capacitor://localhost/', '*'])(
  'names CORS_ORIGINS where one is %s',
  (word) => {
    expect(() => origins(word)).toThrow('Cannot start: CORS_ORIGINS: origins such as https://cabinet.example.com');
  },
);
