import { expect, it } from 'vitest';
import { isLike } from './like.ts';

it.each([
  ['web_tariff', 'web%', true],
  ['web_tariff', 'WEB_tariff', true],
  ['web', 'web%', true],
  ['my web', 'web%', false],
  ['my web', '%web', true],
  ['abc', 'a_c', true],
  ['ac', 'a_c', false],
  ['', '%', true],
  ['a', '', false],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '%a%a%a%a%a%a%a%a%a%a%c', false],
])('%j like %j is %s', (text, pattern, expected) => {
  expect(isLike(text, pattern)).toBe(expected);
});
