import { describe, expect, it } from 'vitest';
import { likeExpression, likeMatches, parseLike } from './like-pattern.ts';

describe('LIKE patterns', () => {
  it.each([
    ['abc', '\\Aabc\\z'],
    ['a.c%', '\\Aa\\.c'],
    ['%abc%', 'abc'],
    ['%%a%%', 'a'],
    ['a_c', '\\Aa.c\\z'],
    ['a%b', '\\Aa.*b\\z'],
    ['a\\%b', '\\Aa%b\\z'],
    ['a\\b', '\\Aa\\\\b\\z'],
    ['a\\\\b', '\\Aa\\\\b\\z'],
    ['a\\\\%', '\\Aa\\\\'],
    ['%', ''],
    ['', '\\A\\z'],
    ['(a+)+$', '\\A\\(a\\+\\)\\+\\$\\z'],
  ])('%j', (pattern, expression) => {
    expect(likeExpression(parseLike(pattern))).toBe(expression);
  });

  it.each([
    ['a%', 'Abc', true],
    ['a%', 'bAbc', false],
    ['_', '😀', true],
    ['%é%', 'CAFÉ!', true],
    ['not-paid', 'NOT PAID', false],
    ['not_paid', 'NOT PAID', true],
    ['a\n%', 'a\nb', true],
  ])('%j on %j: %j', (pattern, text, matches) => {
    expect(likeMatches(parseLike(pattern), text)).toBe(matches);
  });
});
