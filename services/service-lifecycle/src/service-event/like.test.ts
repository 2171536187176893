import { describe, expect, it } from 'vitest';
import { isLike } from './like.ts';

describe('isLike', () => {
  it.each([
    ['web', 'web', true],
    ['WEB', 'web', true],
    ['web_tariff', 'web%', true],
    ['web_tariff', '%tariff', true],
    ['web', 'w_b', true],
    ['web', 'w_', false],
    ['web', '', false],
    ['', '%', true],
    ['aXbXc', 'a%b%c', true],
    ['aXcXb', 'a%b%c', false],
    ['mysql', '%%sql%', true],
    ['привет', 'при_ет', true],
    ['we%b', 'we\\%b', true],
    ['weXb', 'we\\%b', false],
    ['web_x', 'web\\_%', true],
    ['webix', 'web\\_%', false],
    ['we\\b', 'we\\\\b', true],
    ['w\\eb', 'w\\eb', true],
    ['web\\', 'web\\', true],
  ])('%s like %s: %s', (text, pattern, expected) => {
    expect(isLike(text, pattern)).toBe(expected);
  });

  it('takes no time that grows beyond the product of both lengths', () => {
    expect(isLike('a'.repeat(5_000), `${'%a'.repeat(50)}b`)).toBe(false);
  });
});
