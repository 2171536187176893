import { expect, it } from 'vitest';
import { z } from 'zod';
import { userVariables } from './environment.ts';

const problemsOf = (environment: object) =>
  z
    .object(userVariables)
    .safeParse(environment)
    .error?.issues.map(({ path, message }) => `${path}: ${message}`);

it('takes an administrator who could be added, or none', () => {
  for (const ADMIN_LOGIN of ['admin', 'Админ@example.com', ''])
    expect(problemsOf({ ADMIN_LOGIN, ADMIN_PASSWORD: '' })).toBeUndefined();
  expect(problemsOf({ ADMIN_LOGIN: 'admin', ADMIN_PASSWORD: '123456' })).toBeUndefined();
});

it('names what is wrong with the administrator', () => {
  expect(problemsOf({ ADMIN_LOGIN: 'a b', ADMIN_PASSWORD: '12345' })).toEqual([
    'ADMIN_LOGIN: letters, digits and @ . _ -',
    'ADMIN_PASSWORD: at least 6 characters',
  ]);
});
