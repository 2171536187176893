import { expect, test } from 'vitest';
import { BadEnvironment, readLaunchEnvironment } from './launch-environment.ts';

test('everything has a default, and an empty variable counts as absent', () => {
  expect(readLaunchEnvironment({ PORT: '', ADMIN_PASSWORD: '' })).toEqual({
    host: '127.0.0.1',
    port: 8080,
    apiPrefix: '/shm',
    dataDir: 'data',
    adminLogin: 'admin',
    adminPassword: undefined,
    natsUrl: undefined,
    mongoUrl: undefined,
    inherited: {},
  });
});

test.each(['-1', '65536', '80a', '1e3', ' 80'])('PORT=%j is refused', (PORT) => {
  expect(() => readLaunchEnvironment({ PORT })).toThrow(BadEnvironment);
  expect(() => readLaunchEnvironment({ PORT })).toThrow(/^PORT: expected a number from 0 to 65535/);
});

test('the prefix is handed on as given, an empty one too', () => {
  expect(readLaunchEnvironment({ API_PREFIX: '/billing' }).apiPrefix).toBe('/billing');
  expect(readLaunchEnvironment({ API_PREFIX: '' }).apiPrefix).toBe('');
});
