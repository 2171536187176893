import { describe, expect, it } from 'vitest';
import { Arguments, idOf, textOf } from './arguments.ts';

describe('Arguments', () => {
  it('reads names, pairs, and a hash as the value of the last name', () => {
    expect(new Arguments([{ a: 1 }]).pairs()).toEqual({ a: 1 });
    expect(new Arguments(['a', 1, 'b', 2]).pairs()).toEqual({ a: 1, b: 2 });
    expect(new Arguments(['a', 1, { b: 2 }]).pairs()).toEqual({ a: 1, b: 2 });
    expect(new Arguments(['limit', 5, 'filter', { c: 3 }]).pairs()).toEqual({ limit: 5, filter: { c: 3 } });
    expect(new Arguments([]).pairs()).toEqual({});
  });
  it('takes lists and objects of the host for positional', () => {
    const date = new Date();
    expect(new Arguments([[1], date]).positional).toEqual([[1], date]);
  });
  it('takes nothing for the text of what prints nothing', () => {
    const hash = Object.assign(Object.create(null), { a: 1 }) as unknown;
    expect([hash, [1], undefined, null].map(textOf)).toEqual(['', '', '', '']);
    expect(['x', 1.5, 2n, true, false].map(textOf)).toEqual(['x', '1.5', '2', '1', '0']);
    expect(new Arguments([[hash]]).text(0)).toBe('');
  });
  it('knows ids', () => {
    expect([idOf(5), idOf('5'), idOf(0), idOf(-1), idOf(1.5), idOf('x'), idOf(''), idOf(2 ** 31)]).toEqual([
      5,
      5,
      ...Array.from({ length: 6 }, () => undefined),
    ]);
  });
});
