import { expect, it } from 'vitest';
import { z } from 'zod';
import { userVariables } from './environment.ts';

const problemsOf = (environment: object) =>
  z
    .object(userVariables)
    .safeParse(environment)
    .error?.issues.map(({ path, message }) => `${path}: ${message}`);

it('takes an administrator who could be added, or none, with whatever password the operator chose', () => {
  for (const ADMIN_LOGIN of ['admin', 'Админ@example.com', ''])
    for (const ADMIN_PASSWORD of ['', 'admin', '123456'])
      expect(problemsOf({ ADMIN_LOGIN, ADMIN_PASSWORD })).toBeUndefined();
});

it('names what is wrong with the administrator', () => {
  expect(problemsOf({ ADMIN_LOGIN: 'a b' })).toEqual(['ADMIN_LOGIN: letters, digits and @ . _ -']);
});
