import { expect, test } from 'vitest';
import { countedAddress, isExemptFromLimits } from './client-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:50123', '203.0.113.9'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['1::2:3:4:5:6', '1:0:0:2::/64'],
  ['1:2::3:4:5:192.0.2.1', '1:2:0:3::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
])('%s is counted as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});

test.each([
  [true, undefined],
  [true, ''],
  [true, '10.1.2.3'],
  [true, '10.1.2.3:50123'],
  [true, '::ffff:127.0.0.1'],
  [true, 'fd00::1'],
  [false, '203.0.113.9:50123'],
  [false, '2001:db8::1'],
  [false, 'unknown'],
])('it is %s that limits leave %s out', (exempt, address) => {
  expect(isExemptFromLimits(address)).toBe(exempt);
});
