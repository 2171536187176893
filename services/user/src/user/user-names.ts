import { Fault, invalidArgument } from '@countinghouse/contracts';
import { isEmail } from '../email/email-address.ts';

/** Letters and digits of any script, `@ . _ -` (peer-http-api.md A4). */
const LOGIN = /^[\p{L}\p{M}\p{N}@._-]+$/u;

export function isLogin(given: string): boolean {
  return LOGIN.test(given);
}

/** The login as it is stored: lower case. */
export function loginOf(given: string): string {
  if (given === '') throw new Fault(400, 'Login is empty');
  if (!isLogin(given)) throw new Fault(400, 'Login is short or incorrect');
  return given.toLowerCase();
}

/** An empty second login is none. */
export function login2Of(given: string | null): string | null {
  if (given === null || given === '') return null;
  if (!isLogin(given)) throw invalidArgument('login2', 'letters, digits and @ . _ -');
  return given;
}

export interface Named {
  readonly login: string;
  readonly login2: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The texts that no other user may have as login, login2 or e-mail address; each once. */
export function namesOf({ login, login2, settings }: Named): string[] {
  const { email } = settings;
  const names = [login, login2 ?? '', isEmail(email) ? email : ''].map((name) => name.toLowerCase());
  return [...new Set(names.filter((name) => name !== ''))];
}
