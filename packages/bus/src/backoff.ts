/** Milliseconds to wait before attempt `attempt` (0, 1, ...): doubling from `firstMs` to `maxMs`, with 50 % jitter. */
export function backoffMs(attempt: number, firstMs: number, maxMs: number): number {
  const ceiling = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.ceil(ceiling * (0.5 + Math.random() / 2));
}
