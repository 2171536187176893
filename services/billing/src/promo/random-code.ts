import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Nobody can guess it: each of its characters is one of 36. */
export function randomCode(prefix: string, length: number): string {
  return prefix + Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
