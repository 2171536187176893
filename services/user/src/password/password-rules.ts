import { Fault, PASSWORD_CHARACTERS_MIN } from '@countinghouse/contracts';

/** At least 6 characters where one is set (decisions.md 9); the texts are those of peer-http-api.md A4. */
export function requireGoodPassword(password: string): void {
  if (password === '') throw new Fault(400, 'Password is empty');
  if ([...password].length < PASSWORD_CHARACTERS_MIN) throw new Fault(400, 'Password is short');
}
