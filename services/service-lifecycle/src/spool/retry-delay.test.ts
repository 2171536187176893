import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay.ts';

test('delays triple from 3 seconds to 900 and stay there (quirk Q15)', () => {
  const delays = Array.from({ length: 12 }, (_, index) => retryDelay(index + 1, 0.5));
  expect(delays).toEqual([3, 9, 27, 81, 243, 729, 900, 900, 900, 900, 900, 900]);
});

test('the jitter is at most a tenth either way', () => {
  expect([retryDelay(9, 0), retryDelay(9, 0.999999)]).toEqual([810, 989]);
  expect([retryDelay(1, 0), retryDelay(1, 0.999999)]).toEqual([3, 3]);
  const delays = new Set(Array.from({ length: 50 }, () => retryDelay(6)));
  expect(delays.size).toBeGreaterThan(5);
  for (const delay of delays) expect(Math.abs(delay - 729)).toBeLessThanOrEqual(72);
});
