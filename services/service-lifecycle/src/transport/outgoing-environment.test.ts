import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outgoingPolicy, outgoingVariables } from './outgoing-environment.ts';

const read = (source: object) => outgoingPolicy(z.object(outgoingVariables).parse(source));

describe('OUTGOING_ALLOW', () => {
  it('allows what it lists, separated by commas or spaces', () => {
    const policy = read({ OUTGOING_ALLOW: '10.1.0.0/16, 127.0.0.1 ::1' });
    expect(['10.1.2.3', '127.0.0.1', '::1', '9.9.9.9'].map((address) => policy.allows(address))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(policy.allows('10.2.0.1')).toBe(false);
  });

  it('allows public addresses alone where it is absent or empty', () => {
    for (const source of [{}, { OUTGOING_ALLOW: '' }]) {
      expect(read(source).allows('127.0.0.1')).toBe(false);
      expect(read(source).allows('9.9.9.9')).toBe(true);
    }
  });

  it('keeps a process from starting with what is neither address nor range', () => {
    expect(() => read({ OUTGOING_ALLOW: '10.0.0.0/8,localhost' })).toThrow('addresses and CIDR ranges');
  });
});
