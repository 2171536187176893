/** A task that failed so often waits for an administrator. */
export const ATTEMPTS_MAX = 10;
const FIRST_S = 3;
const FACTOR = 3;
const DELAY_MAX_S = 900;
const JITTER = 0.1;

/**
 * Seconds until the next attempt after the n-th failure in a row: 3, 9, 27, … up to 900, and there it stays (quirk Q15); ±10 %,
 * so that what failed together does not come back together. `random` is from 0 to 1.
 */
export function retryDelay(failures: number, random: number = Math.random()): number {
  const delay = Math.min(DELAY_MAX_S, FIRST_S * FACTOR ** Math.min(failures - 1, 10));
  return delay + Math.trunc(delay * JITTER * (2 * random - 1));
}
