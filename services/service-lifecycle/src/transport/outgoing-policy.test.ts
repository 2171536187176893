import { describe, expect, it } from 'vitest';
import { OutgoingPolicy } from './outgoing-policy.ts';

describe('OutgoingPolicy', () => {
  const policy = new OutgoingPolicy();

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'ff02::1',
    'no address',
  ])('refuses %s', (address) => {
    expect(policy.allows(address)).toBe(false);
  });

  it.each(['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'])('allows %s', (address) => {
    expect(policy.allows(address)).toBe(true);
  });

  it('allows what the operator lists, alone or as a range', () => {
    const allowing = new OutgoingPolicy(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
    expect(allowing.allows('127.0.0.1')).toBe(true);
    expect(allowing.allows('127.0.0.2')).toBe(false);
    expect(allowing.allows('10.255.0.1')).toBe(true);
    expect(allowing.allows('::ffff:10.0.0.1')).toBe(true);
    expect(allowing.allows('fd12::1')).toBe(true);
  });

  it('names a range that is none', () => {
    expect(() => new OutgoingPolicy(['localhost'])).toThrow(
      'OUTGOING_ALLOW: expected addresses and CIDR ranges, not localhost',
    );
  });

  it('refuses a name that resolves to a local address', async () => {
    await expect(policy.resolve('localhost')).rejects.toThrow('Outgoing requests to localhost are refused');
    await expect(policy.resolve('[::1]')).rejects.toThrow('Outgoing requests to ::1 are refused');
  });
});
